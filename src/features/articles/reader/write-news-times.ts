/**
 * Writes "12 minutes ago", "14:05" for earlier today, else the date, which cached pages contain. Inlined in the page, so it
 * must not refer to other code.
 *
 * @param timeZone of the newspaper, if its clock does not have 24 hours; otherwise the clock of an article tells its zone
 * @param justNow the text of the first minute, in the language of `locale`, which is English if it is missing
 */
export function writeNewsTimes(timeZone?: string, justNow = 'Just now', locale?: string): void {
  const minuteMs = 60_000
  const dayMs = 86_400_000

  function textOf(time: HTMLTimeElement, now: number): string | undefined {
    const at = Date.parse(time.dateTime)
    const minutes = Math.floor((now - at) / minuteMs)
    if (minutes < 0 || minutes >= 1440) return time.dataset.date
    if (minutes < 1) return justNow
    if (minutes < 60 && locale) return new Intl.RelativeTimeFormat(locale).format(-minutes, 'minute')
    if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
    const clock = time.dataset.clock ?? ''
    // The offset from UTC.
    const offset = ((Date.parse(`1970-01-01T${clock}Z`) - (at % dayMs) + 1.5 * dayMs) % dayMs) - 0.5 * dayMs
    const dayOf = (ms: number) =>
      timeZone
        ? new Date(ms).toLocaleDateString('en', { timeZone })
        : Math.floor((ms + Math.round(offset / minuteMs) * minuteMs) / dayMs)
    return dayOf(at) === dayOf(now) ? clock : time.dataset.date
  }

  /** In other time zones, "14:05" has its own. */
  function zonedText(time: HTMLTimeElement): string {
    const { zone = '', offset } = time.dataset
    const text = time.textContent
    const isLocal = new Date(time.dateTime).getTimezoneOffset() === Number(offset)
    return isLocal || text.endsWith(zone) ? text : `${text} ${zone}`
  }

  function update(): void {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-zone]')) {
      const text = zonedText(time)
      if (text !== time.textContent) time.textContent = text
    }
    for (const time of document.querySelectorAll<HTMLTimeElement>('time.news-time')) {
      const text = textOf(time, Date.now())
      if (text && text !== time.textContent) time.textContent = text
    }
  }

  update()
  new MutationObserver(update).observe(document.body, { childList: true, subtree: true })
  setInterval(update, 30_000)
}
