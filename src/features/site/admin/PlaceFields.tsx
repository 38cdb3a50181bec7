import { LANGUAGES, LOCALES, languageOf } from '#kernel/text/languages.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { createDateFormats, zoneCity } from '#kernel/time/apply-place.ts'
import { englishLocale } from '#kernel/time/place.ts'
import { Select } from '#ui/admin/forms/Select.tsx'
import type { StoredForm } from '#ui/admin/forms/useStoredForm.ts'
import type { GeneralSettings } from '../rules/general-settings.ts'
import { settingLabels } from './setting-labels.ts'

type Props = {
  form: StoredForm<GeneralSettings>
  timeZones: readonly string[]
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })
/** "German (Austria)", not "Austrian German". */
const LOCALE_NAMES = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })

/** The time zone of the newspaper, its language, and how it writes dates (growth §1). */
export function PlaceFields({ form, timeZones }: Props) {
  const { field, values, base } = form
  const isMoved = values.time_zone !== base.time_zone
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="sr-only">{phrase('Time and dates')}</legend>
      <Select
        label={settingLabels().time_zone}
        help={
          isMoved
            ? phrase(
                'Everything that is scheduled stays at the same moment: {times}. Statistics of past days keep the days of {city}.',
                {
                  times: describeMove(base.time_zone, values.time_zone),
                  city: zoneCity(base.time_zone),
                },
              )
            : phrase(
                'For all times that are shown and entered, and for the days of statistics and of the digest.',
              )
        }
        {...field('time_zone')}
      >
        {timeZones.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      <Select label={settingLabels().locale} help={describeDates(values)} {...field('locale')}>
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
      <Select label={settingLabels().week_start} {...field('week_start')}>
        <option value="monday">{phrase('Monday')}</option>
        <option value="saturday">{phrase('Saturday')}</option>
        <option value="sunday">{phrase('Sunday')}</option>
      </Select>
    </fieldset>
  )
}

/** "09:00 in London becomes 04:00 in New York", for today. */
function describeMove(from: string, to: string): string {
  const now = new Date().toISOString()
  const locale = englishLocale()
  const clockIn = (timeZone: string) =>
    phrase('{clock} in {city}', {
      clock: createDateFormats({ timeZone, locale }).clock(now),
      city: zoneCity(timeZone),
    })
  return phrase('{before} becomes {after}', { before: clockIn(from), after: clockIn(to) })
}

function describeDates({ locale, time_zone: timeZone }: GeneralSettings): string {
  const { day, clock } = createDateFormats({ timeZone, locale })
  const now = new Date().toISOString()
  return phrase('For the texts that readers see, dates and numbers. Now: {day}, {clock}.', {
    day: day(now),
    clock: clock(now),
  })
}
