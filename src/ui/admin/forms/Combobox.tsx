import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

export type ComboboxOption = { key: string; content: ReactNode }

type Props = {
  label: string
  name?: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
  options: readonly ComboboxOption[]
  /** Names the options. */
  listLabel: string
  onChoose: (key: string) => void
  /** Called for Enter without options. */
  onEnter: () => void
}

/** ARIA APG, combobox with a listbox. At first, the first option is active. */
export function Combobox({ label, value, options, listLabel, ...props }: Props) {
  const { name, placeholder, onChange, onChoose, onEnter } = props
  const listId = useId()
  const [moved, setMoved] = useState(0)
  const active = Math.min(moved, options.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const count = options.length
    const { key } = event
    const chosen = options[active]
    if (key === 'ArrowDown' && count > 0) setMoved((active + 1) % count)
    else if (key === 'ArrowUp' && count > 0) setMoved((active + count - 1) % count)
    else if (key === 'Enter') chosen ? onChoose(chosen.key) : onEnter()
    else return
    event.preventDefault()
  }

  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just opened it
        autoFocus
        type="text"
        name={name}
        role="combobox"
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => {
          onChange(target.value)
          setMoved(0)
        }}
        onKeyDown={onKeyDown}
        className="admin-input"
      />
      <div
        role="listbox"
        id={listId}
        aria-label={listLabel}
        className="max-h-72 overflow-y-auto empty:hidden"
      >
        {options.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          <div
            key={key}
            role="option"
            id={optionId(index)}
            ref={index === active ? scrollIntoView : undefined}
            aria-selected={index === active}
            // Keeps the focus in the input.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(key)}
            className="flex min-h-9 cursor-pointer items-center gap-3 px-3 text-14 hover:bg-wash aria-selected:bg-wash aria-selected:font-semibold pointer-coarse:min-h-11"
          >
            {content}
          </div>
        ))}
      </div>
    </div>
  )
}

function scrollIntoView(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
