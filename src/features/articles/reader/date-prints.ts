import { phrase } from '#kernel/text/phrase.ts'
import { formatDayAndTime } from '#kernel/time/dates.ts'

const ID = 'print-date'

/** Writes the time of printing beside the address of a printed article. */
export function datePrints(): void {
  addEventListener('beforeprint', () => {
    document.getElementById(ID)?.remove()
    const date = document.createElement('span')
    date.id = ID
    date.textContent = ` · ${phrase('Printed {time}', { time: formatDayAndTime(new Date().toISOString()) })}`
    document.querySelector('.ad-sides > p.hidden')?.append(date)
  })
}
