import { useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import type { loadCalendar } from './Calendar.tsx'

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
  const [OpenCalendar, setOpenCalendar] = useState<Awaited<ReturnType<typeof loadCalendar>>>()
  const isHydrated = useHydrated()
  const isFrom = name === 'from'

  async function open() {
    try {
      const { loadCalendar } = await import('./Calendar.tsx')
      const Calendar = await loadCalendar()
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
          className={`field min-w-0 flex-1 ${isHydrated ? 'pe-11 [&::-webkit-calendar-picker-indicator]:hidden firefox:pe-3' : ''}`}
        />
      </label>
      {isHydrated && (
        <button
          ref={openButton}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={OpenCalendar !== undefined}
          onClick={open}
          className="absolute inset-y-0 end-0 grid w-11 cursor-pointer place-items-center firefox:hidden"
        >
          <span className="icon icon-calendar" />
          <span className="sr-only">
            {isFrom ? phrase('Choose the From date') : phrase('Choose the To date')}
          </span>
        </button>
      )}
      {OpenCalendar && (
        <OpenCalendar
          label={isFrom ? phrase('From date') : phrase('To date')}
          anchor={field}
          onSelect={select}
          onClose={close}
        />
      )}
    </div>
  )
}
