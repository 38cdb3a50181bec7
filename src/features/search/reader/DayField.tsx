import { useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Calendar } from './Calendar.tsx'

type Props = { name: 'from' | 'to'; label: string; day: string | undefined }

/**
 * A day to write in the browser's own field, or to choose from a calendar, which is loaded when it is first opened. Where
 * that cannot be had, the browser's own calendar opens.
 */
export function DayField({ name, label, day }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [Opened, setOpened] = useState<typeof Calendar>()
  const isHydrated = useHydrated()

  async function open() {
    try {
      const { Calendar } = await import('./Calendar.tsx')
      setOpened(() => Calendar)
    } catch {
      field.current?.showPicker()
    }
  }

  function close() {
    setOpened(undefined)
    opener.current?.focus()
  }

  function choose(chosen: string) {
    if (field.current) field.current.value = chosen
    close()
  }

  return (
    <div className="relative min-w-0 flex-1">
      <label className="flex items-center gap-2 text-14">
        <span className="max-sm:w-10">{label}</span>
        <input
          ref={field}
          type="date"
          name={name}
          defaultValue={day}
          max="9999-12-31"
          className={`field min-w-0 flex-1 ${isHydrated ? 'pr-11 [&::-webkit-calendar-picker-indicator]:hidden' : ''}`}
        />
      </label>
      {isHydrated && (
        <button
          ref={opener}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={Opened !== undefined}
          onClick={open}
          className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center"
        >
          <span className="icon icon-calendar" />
          <span className="sr-only">Choose the {label} date</span>
        </button>
      )}
      {Opened && <Opened label={`${label} date`} anchor={field} onChoose={choose} onClose={close} />}
    </div>
  )
}
