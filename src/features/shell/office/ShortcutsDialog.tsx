import { useState } from 'react'
import { Dialog } from '#ui/office/Dialog.tsx'
import { Switch } from '#ui/office/Switch.tsx'
import { hasSingleKeys, setSingleKeys } from '#ui/office/single-key-shortcuts.ts'
import { SHORTCUTS } from './shortcuts.ts'

/** Newsroom §4. */
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
