import { useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Calendar } from './Calendar.tsx'

type Props = {
  name: 'from' | 'to'
  label: string
  /** `YYYY-MM-DD`. */
  date: string | undefined
}

/**
 * Opens the browser's date picker if the calendar fails to load. Firefox keeps its own button, which cannot be hidden,
 * instead of ours.
 */
export function DateField({ name, label, date }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const openButton = useRef<HTMLButtonElement>(null)
  const [OpenCalendar, setOpenCalendar] = useState<typeof Calendar>()
  const isHydrated = useHydrated()

  async function open() {
    try {
      const { Calendar } = await import('./Calendar.tsx')
      setOpenCalendar(() => Calendar)
    } catch {
      field.current?.showPicker()
    }
  }

  function close() {
    setOpenCalendar(undefined)
    openButton.current?.focus()
  }

  function select(selected: string) {
    if (field.current) field.current.value = selected
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
          defaultValue={date}
          max="9999-12-31"
          className={`field min-w-0 flex-1 ${isHydrated ? 'pr-11 [&::-webkit-calendar-picker-indicator]:hidden firefox:pr-3' : ''}`}
        />
      </label>
      {isHydrated && (
        <button
          ref={openButton}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={OpenCalendar !== undefined}
          onClick={open}
          className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center firefox:hidden"
        >
          <span className="icon icon-calendar" />
          <span className="sr-only">Choose the {label} date</span>
        </button>
      )}
      {OpenCalendar && (
        <OpenCalendar label={`${label} date`} anchor={field} onSelect={select} onClose={close} />
      )}
    </div>
  )
}
