<?php
// What Moodle has of an activity: by student, the grade in the gradebook and the attempts.
//   php moodle-grades.php MOODLE ACTIVITY
define('CLI_SCRIPT', true);
[, $moodle, $activity] = $argv;
require "$moodle/config.php";
require_once "$CFG->libdir/gradelib.php";
require_once "$CFG->dirroot/mod/scorm/locallib.php";

[$course, $cm] = get_course_and_cm_from_cmid($activity, 'scorm');
$scorm = $DB->get_record('scorm', ['id' => $cm->instance]);
$users = $DB->get_records_select('user', "lastname = 'Student'", null, 'username');
$grades = grade_get_grades($course->id, 'mod', 'scorm', $scorm->id, array_keys($users))->items[0]->grades;
$all = [];
foreach ($users as $user) {
    $attempts = [];
    foreach ($DB->get_records('scorm_attempt', ['userid' => $user->id, 'scormid' => $scorm->id], 'attempt') as $one) {
        $attempts[] = $DB->get_records_sql_menu(
            'SELECT e.element, v.value FROM {scorm_scoes_value} v JOIN {scorm_element} e ON e.id = v.elementid
              WHERE v.attemptid = ?',
            [$one->id]
        );
    }
    $grade = $grades[$user->id]->grade ?? null;
    $all[$user->username] = ['grade' => $grade === null ? null : (float) $grade, 'attempts' => $attempts];
}
echo json_encode($all), "\n";
