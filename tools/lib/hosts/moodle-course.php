<?php
// A course for trying packages in Moodle: run on its command line, with the folder of Moodle and the packages.
//   php moodle-course.php MOODLE PACKAGE.zip ...
// Prints the number of each activity, in the order of the packages.
define('CLI_SCRIPT', true);
[, $moodle] = $argv;
require "$moodle/config.php";
require_once "$CFG->dirroot/lib/testing/generator/lib.php";
require_once "$CFG->dirroot/user/lib.php";

\core\session\manager::set_user(get_admin());
$generator = new testing_data_generator();
$course = $generator->create_course(['fullname' => 'Transformers', 'shortname' => 'T' . time()]);
foreach (['ada', 'bob', 'eve', 'dan', 'kim'] as $name) {
    $user = $DB->get_record('user', ['username' => $name]);
    if (!$user) {
        $user = $generator->create_user(
            ['username' => $name, 'password' => 'Student1!', 'firstname' => ucfirst($name), 'lastname' => 'Student']
        );
    }
    $generator->enrol_user($user->id, $course->id, 'student');
}
$activities = [];
foreach (array_slice($argv, 2) as $package) {
    // The generator takes packages in Moodle's own folder only.
    $copy = basename($package);
    copy($package, "$CFG->dirroot/$copy");
    $scorm = get_config('scorm');
    $made = $generator->create_module(
        'scorm',
        ['course' => $course->id, 'name' => $copy, 'packagefilepath' => $copy, 'grademethod' => $scorm->grademethod]
    );
    unlink("$CFG->dirroot/$copy");
    $activities[] = (int) $made->cmid;
}
echo json_encode(['course' => (int) $course->id, 'activities' => $activities]), "\n";
