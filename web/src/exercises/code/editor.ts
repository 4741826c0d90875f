// The editor for a program: CodeMirror in the lesson's colors. It is loaded when a learner opens an exercise.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  GutterMarker,
  gutterLineClass,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

export interface EditorOptions {
  parent: HTMLElement;
  root: ShadowRoot;
  text: string;
  /** Its accessible name. */
  label: string;
  /** The id of its description. */
  describedBy: string;
  onChange: (text: string) => void;
  onRun: () => void;
}

const look = EditorView.theme({
  '&': {
    color: 'var(--posenc-ink)',
    backgroundColor: 'var(--posenc-paper)',
    border: '1.5px solid var(--posenc-field)',
    borderRadius: '6px',
    fontSize: 'inherit',
  },
  '&.cm-focused': { outline: '3px solid var(--posenc-accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--posenc-mono)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--posenc-ink)', minHeight: '6rem' },
  '.cm-cursor': { borderLeftColor: 'var(--posenc-ink)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    color: 'var(--posenc-soft)',
    backgroundColor: 'var(--posenc-sheet)',
    borderRight: '1px solid var(--posenc-line)',
  },
  '.cm-gutters .cm-gutterElement': { cursor: 'default' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'color-mix(in srgb, var(--posenc-accent) 26%, transparent)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--posenc-field)',
  },
  '.cm-line.failed': {
    backgroundColor: 'color-mix(in srgb, var(--posenc-wrong) 12%, transparent)',
    boxShadow: 'inset 3px 0 var(--posenc-wrong)',
  },
  '.cm-gutterElement.failed': { color: 'var(--posenc-wrong)', fontWeight: '600' },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null], color: 'var(--posenc-alibi)' },
  { tag: [tags.string, tags.docString], color: 'var(--posenc-right)' },
  { tag: tags.number, color: 'var(--posenc-form)' },
  { tag: tags.comment, color: 'var(--posenc-soft)', fontStyle: 'italic' },
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.className],
    color: 'var(--posenc-accent)',
    fontWeight: '600',
  },
]);

/** The line, counted from 1, at which the program failed; null for none. */
const failedAt = StateEffect.define<number | null>();

const failedLine = Decoration.line({ class: 'failed' });
const failedNumber = new (class extends GutterMarker {
  override elementClass = 'failed';
})();

const failed = StateField.define<RangeSet<Decoration>>({
  create: () => Decoration.none,
  update(marked, { changes, effects, newDoc }) {
    let now = marked.map(changes);
    for (const effect of effects) {
      if (!effect.is(failedAt)) continue;
      const line = effect.value === null ? null : Math.min(effect.value, newDoc.lines);
      now = line ? Decoration.set([failedLine.range(newDoc.line(line).from)]) : Decoration.none;
    }
    return now;
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    gutterLineClass.compute([field], (state) => {
      const from = state.field(field).iter().from;
      return state.field(field).size > 0
        ? RangeSet.of<GutterMarker>([failedNumber.range(from)])
        : (RangeSet.empty as RangeSet<GutterMarker>);
    }),
  ],
});

export class Editor {
  private readonly view: EditorView;

  constructor({ parent, root, text, label, describedBy, onChange, onRun }: EditorOptions) {
    const run = () => {
      onRun();
      return true;
    };
    this.view = new EditorView({
      parent,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          // Tab is not bound: it leaves the editor. (Ctrl-] and Ctrl-[ indent.)
          keymap.of([{ key: 'Mod-Enter', run }, ...defaultKeymap, ...historyKeymap]),
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          indentOnInput(),
          indentUnit.of('    '),
          EditorState.tabSize.of(4),
          pythonLanguage,
          syntaxHighlighting(highlighting),
          failed,
          look,
          EditorView.contentAttributes.of({
            'aria-label': label,
            'aria-describedby': describedBy,
            tabindex: '0',
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    if (text === this.text) return;
    const { state } = this.view;
    const at = Math.min(state.selection.main.head, text.length);
    this.view.dispatch({
      changes: { from: 0, to: state.doc.length, insert: text },
      selection: { anchor: at },
      effects: failedAt.of(null),
    });
  }

  /** Marks the line at which the program failed; null for none. */
  mark(line: number | null): void {
    this.view.dispatch({ effects: failedAt.of(line) });
  }

  focus(line: number | null = null): void {
    const { doc } = this.view.state;
    if (line !== null) {
      const at = doc.line(Math.max(1, Math.min(line, doc.lines))).from;
      this.view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    }
    this.view.focus();
  }

  close(): void {
    this.view.destroy();
  }
}
