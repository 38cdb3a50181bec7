import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { hasSingleKeys, setSingleKeys } from '#ui/admin/single-key-shortcuts.ts'

export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={phrase('Keyboard shortcuts')} isWide isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <SingleKeysSwitch />
        <div className="gap-x-8 md:columns-2">
          {shortcuts().map(({ title, shortcuts }) => (
            <section key={title} className="break-inside-avoid pb-5">
              <h3 className="border-b border-rule pb-1 text-14 font-semibold">{title}</h3>
              <dl>
                {shortcuts.map(({ keys, effect }) => (
                  <div key={effect} className="flex items-baseline justify-between gap-4 py-1 text-14">
                    <dt>{effect}</dt>
                    <dd className="shrink-0">
                      {keys.map((key, index) => (
                        <span key={key}>
                          {index > 0 && <span className="text-muted"> {phrase('or')} </span>}
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
      label={phrase('Single-key shortcuts')}
      help={phrase('For example J and ?. Turn them off if you use speech input. Stored on this device.')}
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
const shortcuts = (): readonly { title: string; shortcuts: readonly Shortcut[] }[] => [
  {
    title: phrase('Everywhere'),
    shortcuts: [
      { keys: ['?', 'Ctrl+/'], effect: phrase('Show this list') },
      { keys: ['Ctrl+B'], effect: phrase('Open or close the sidebar') },
    ],
  },
  {
    title: phrase('Article list'),
    shortcuts: [
      { keys: ['J', '↓'], effect: phrase('Next article') },
      { keys: ['K', '↑'], effect: phrase('Previous article') },
      { keys: ['Enter'], effect: phrase('Edit the article') },
      { keys: ['X'], effect: phrase('Select the article') },
      { keys: ['Shift+X'], effect: phrase('Select all articles up to this one') },
      { keys: ['V'], effect: phrase('Show or hide the reading pane') },
      { keys: ['/'], effect: phrase('Search') },
    ],
  },
  {
    title: phrase('Reading pane'),
    shortcuts: [
      { keys: ['A'], effect: phrase('Approve the article') },
      { keys: ['R'], effect: phrase('Request changes') },
      { keys: ['P'], effect: phrase('Publish a held article') },
      { keys: ['E'], effect: phrase('Edit the article in the pane') },
      { keys: ['D'], effect: phrase('Delete or reject the article') },
    ],
  },
  {
    title: phrase('Article'),
    shortcuts: [
      { keys: ['Ctrl+S'], effect: phrase('Save a draft') },
      { keys: ['Ctrl+Enter'], effect: phrase('Open Publish, Update or Submit') },
      { keys: ['Ctrl+Alt+M'], effect: phrase('Add a note on the selection') },
    ],
  },
  {
    title: phrase('Text'),
    shortcuts: [
      { keys: ['/'], effect: phrase('Choose a block, in an empty paragraph') },
      { keys: ['Ctrl+F'], effect: phrase('Find') },
      { keys: ['Ctrl+H'], effect: phrase('Find and replace') },
      { keys: ['Ctrl+K'], effect: phrase('Add a link') },
      { keys: ['Ctrl+B'], effect: phrase('Bold') },
      { keys: ['Ctrl+I'], effect: phrase('Italic') },
      { keys: ['Ctrl+.'], effect: phrase('Superscript') },
      { keys: ['Ctrl+,'], effect: phrase('Subscript') },
      { keys: ['Ctrl+Alt+2'], effect: phrase('Heading') },
      { keys: ['Ctrl+Alt+3'], effect: phrase('Subheading') },
      { keys: ['Ctrl+Alt+0'], effect: phrase('Paragraph') },
      { keys: ['Ctrl+Shift+8'], effect: phrase('Bulleted list') },
      { keys: ['Ctrl+Shift+7'], effect: phrase('Numbered list') },
      { keys: ['Ctrl+Shift+B'], effect: phrase('Quotation') },
      { keys: ['Ctrl+Z'], effect: phrase('Undo') },
      { keys: ['Ctrl+Shift+Z'], effect: phrase('Redo') },
    ],
  },
]
