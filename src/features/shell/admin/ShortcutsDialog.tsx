import { useState } from 'react'
import { Dialog } from '#ui/admin/Dialog.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { hasSingleKeys, setSingleKeys } from '#ui/admin/single-key-shortcuts.ts'

export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" isWide isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <SingleKeysSwitch />
        <div className="gap-x-8 md:columns-2">
          {SHORTCUTS.map(({ title, shortcuts }) => (
            <section key={title} className="break-inside-avoid pb-5">
              <h3 className="border-b border-rule pb-1 text-14 font-semibold">{title}</h3>
              <dl>
                {shortcuts.map(({ keys, effect }) => (
                  <div key={effect} className="flex items-baseline justify-between gap-4 py-1 text-14">
                    <dt>{effect}</dt>
                    <dd className="shrink-0">
                      {keys.map((key, index) => (
                        <span key={key}>
                          {index > 0 && <span className="text-muted"> or </span>}
                          <kbd className="bg-wash px-1.5 py-0.5 font-sans text-13">{key}</kbd>
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

function SingleKeysSwitch() {
  const [isOn, setIsOn] = useState(hasSingleKeys)
  return (
    <Switch
      label="Single-key shortcuts"
      help="For example J and ?. Turn them off if you use speech input. Stored on this device."
      checked={isOn}
      onChange={({ target }) => {
        setSingleKeys(target.checked)
        setIsOn(target.checked)
      }}
    />
  )
}

type Shortcut = { keys: readonly string[]; effect: string }

/** On a Mac, Command replaces Ctrl. */
const SHORTCUTS: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['?', 'Ctrl+/'], effect: 'Show this list' },
      { keys: ['Ctrl+B'], effect: 'Open or close the sidebar' },
    ],
  },
  {
    title: 'Article list',
    shortcuts: [
      { keys: ['J', '↓'], effect: 'Next article' },
      { keys: ['K', '↑'], effect: 'Previous article' },
      { keys: ['Enter'], effect: 'Edit the article' },
      { keys: ['X'], effect: 'Select the article' },
      { keys: ['Shift+X'], effect: 'Select all articles up to this one' },
      { keys: ['V'], effect: 'Show or hide the reading pane' },
      { keys: ['/'], effect: 'Search' },
    ],
  },
  {
    title: 'Reading pane',
    shortcuts: [
      { keys: ['A'], effect: 'Approve the article' },
      { keys: ['R'], effect: 'Request changes' },
      { keys: ['P'], effect: 'Publish a held article' },
      { keys: ['E'], effect: 'Edit the article in the pane' },
      { keys: ['D'], effect: 'Delete or reject the article' },
    ],
  },
  {
    title: 'Article',
    shortcuts: [
      { keys: ['Ctrl+S'], effect: 'Save a draft' },
      { keys: ['Ctrl+Enter'], effect: 'Open Publish, Update or Submit' },
      { keys: ['Ctrl+Alt+M'], effect: 'Add a note on the selection' },
    ],
  },
  {
    title: 'Text',
    shortcuts: [
      { keys: ['/'], effect: 'Choose a block, in an empty paragraph' },
      { keys: ['Ctrl+F'], effect: 'Find' },
      { keys: ['Ctrl+H'], effect: 'Find and replace' },
      { keys: ['Ctrl+K'], effect: 'Add a link' },
      { keys: ['Ctrl+B'], effect: 'Bold' },
      { keys: ['Ctrl+I'], effect: 'Italic' },
      { keys: ['Ctrl+.'], effect: 'Superscript' },
      { keys: ['Ctrl+,'], effect: 'Subscript' },
      { keys: ['Ctrl+Alt+2'], effect: 'Heading' },
      { keys: ['Ctrl+Alt+3'], effect: 'Subheading' },
      { keys: ['Ctrl+Alt+0'], effect: 'Paragraph' },
      { keys: ['Ctrl+Shift+8'], effect: 'Bulleted list' },
      { keys: ['Ctrl+Shift+7'], effect: 'Numbered list' },
      { keys: ['Ctrl+Shift+B'], effect: 'Quotation' },
      { keys: ['Ctrl+Z'], effect: 'Undo' },
      { keys: ['Ctrl+Shift+Z'], effect: 'Redo' },
    ],
  },
]
