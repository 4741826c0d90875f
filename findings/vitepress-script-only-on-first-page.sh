#!/usr/bin/env bash
# VitePress: a script tag in Markdown, in one block of HTML with an element, runs for some readers and not for others.
#
# Pages are built twice: as HTML, and as code that shows the page when a reader comes by a link within the site. Markdown
# leaves a block of HTML as it is, and a tag after an element is no longer one that VitePress takes out for Vue. Vue then
# writes it into the HTML, and leaves it out of the code, without a warning. It runs if the page is opened or reloaded, and
# not if a link led there.
#
# A good guess misses it: who tries a widget's two lines by opening the page sees them work. (The tag on a line of its own
# behaves in a third way: Vue takes it for a component's script, and the build stops.) It matters for everything that gives
# a frame and a script to copy. A component makes the tag in both: <component is="script" src="…"></component>.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' > package.json
npm install --no-save --no-audit --no-fund --loglevel=error vitepress@1.6.4 > /dev/null || exit 2

mkdir -p docs
printf '# Home\n\n[The widget](./widget.md)\n' > docs/index.md
cat > docs/widget.md << 'MD'
# The widget

<p id="widget"></p>
<script src="https://widgets.example/plain.js"></script>

<p id="other"></p>
<component is="script" src="https://widgets.example/component.js"></component>
MD
if ! npx vitepress build docs > log.txt 2>&1; then
  cat log.txt
  exit 2
fi
dist=docs/.vitepress/dist
places() {
  grep -q "widgets.example/$1" "$dist/widget.html" && printf 'the HTML  '
  grep -q "widgets.example/$1" "$dist"/assets/widget.md.*.js && printf 'the code  '
  true
}
plain=$(places plain.js)
component=$(places component.js)
echo "vitepress $(node -p 'require("./node_modules/vitepress/package.json").version'), the page widget.md"
echo "expected: a script tag is in the HTML and in the code, or in neither"
echo "seen:     <script src>             is in: $plain"
echo "seen:     <component is=\"script\">  is in: $component"
if [[ $plain != 'the HTML  ' || $component != 'the HTML  the code  ' ]]; then
  echo 'The behavior has changed.'
  exit 1
fi
