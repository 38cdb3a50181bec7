import { LANGUAGES, LOCALES, languageOf } from '#kernel/text/languages.ts'
import { createDateFormats, zoneCity } from '#kernel/time/apply-place.ts'
import { englishLocale } from '#kernel/time/place.ts'
import { Select } from '#ui/admin/forms/Select.tsx'
import type { StoredForm } from '#ui/admin/forms/useStoredForm.ts'
import type { GeneralSettings } from '../rules/general-settings.ts'
import { SETTING_LABELS } from './setting-labels.ts'

type Props = {
  form: StoredForm<GeneralSettings>
  timeZones: readonly string[]
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en-GB', { type: 'language' })
/** "German (Austria)", not "Austrian German". */
const LOCALE_NAMES = new Intl.DisplayNames('en-GB', { type: 'language', languageDisplay: 'standard' })

/** The time zone of the newspaper, its language, and how it writes dates (growth §1). */
export function PlaceFields({ form, timeZones }: Props) {
  const { field, values, base } = form
  const isMoved = values.time_zone !== base.time_zone
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="sr-only">Time and dates</legend>
      <Select
        label={SETTING_LABELS.time_zone}
        help={
          isMoved
            ? `Everything that is scheduled stays at the same moment: ${describeMove(base.time_zone, values.time_zone)}. Statistics of past days keep the days of ${zoneCity(base.time_zone)}.`
            : 'For all times that are shown and entered, and for the days of statistics and of the digest.'
        }
        {...field('time_zone')}
      >
        {timeZones.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      <Select label={SETTING_LABELS.locale} help={describeDates(values)} {...field('locale')}>
        {LANGUAGES.map((language) => (
          <optgroup key={language} label={LANGUAGE_NAMES.of(language)}>
            {LOCALES.filter((locale) => languageOf(locale) === language).map((locale) => (
              <option key={locale} value={locale}>
                {LOCALE_NAMES.of(locale)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Select label={SETTING_LABELS.week_start} {...field('week_start')}>
        <option value="monday">Monday</option>
        <option value="saturday">Saturday</option>
        <option value="sunday">Sunday</option>
      </Select>
    </fieldset>
  )
}

/** "09:00 in London becomes 04:00 in New York", for today. */
function describeMove(from: string, to: string): string {
  const now = new Date().toISOString()
  const locale = englishLocale()
  const clockIn = (timeZone: string) =>
    `${createDateFormats({ timeZone, locale }).clock(now)} in ${zoneCity(timeZone)}`
  return `${clockIn(from)} becomes ${clockIn(to)}`
}

function describeDates({ locale, time_zone: timeZone }: GeneralSettings): string {
  const { day, clock } = createDateFormats({ timeZone, locale })
  const now = new Date().toISOString()
  return `For the texts that readers see, dates and numbers. Now: ${day(now)}, ${clock(now)}.`
}
