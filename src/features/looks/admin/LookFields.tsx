import type { ReactNode } from 'react'
import { isReadable, nearestReadable, toDarkColour } from '#kernel/contrast.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Select } from '#ui/admin/forms/Select.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { FONT_FILES } from '../rules/font-files.ts'
import { PAIRINGS } from '../rules/look.ts'
import { TYPE_PAIRINGS, writeFontFaces } from '../rules/type-pairings.ts'
import { LookImageField } from './LookImageField.tsx'
import type { LookDraft } from './useLookDraft.ts'

export function LookFields({ draft }: { draft: LookDraft }) {
  const { look, change, errors } = draft
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} className="sheet flex flex-col gap-6 p-4">
      <Group title={phrase('Name')}>
        <LookImageField
          label={phrase('Wordmark')}
          kind="wordmark"
          background={look.headerBackground === 'accent' ? look.accent : '#ffffff'}
          help={
            look.headerBackground === 'accent'
              ? phrase(
                  'A PNG, JPEG or SVG file in place of the name as text, as it stands on the accent colour.',
                )
              : phrase('A PNG, JPEG or SVG file in place of the name as text, as it stands on a white page.')
          }
          image={look.wordmark}
          onChange={(wordmark) => change({ wordmark, ...(wordmark ? {} : { darkWordmark: null }) })}
        />
        {look.wordmark && (
          <LookImageField
            label={phrase('Wordmark on dark pages')}
            kind="wordmark"
            background={look.headerBackground === 'accent' ? look.accent : '#131211'}
            help={phrase('Optional. Without it, the wordmark is derived from the light one.')}
            image={look.darkWordmark}
            onChange={(darkWordmark) => change({ darkWordmark })}
          />
        )}
        <LookImageField
          label={phrase('Icon')}
          kind="icon"
          background="#ffffff"
          help={phrase(
            'A square image of 512 × 512 pixels, or SVG. All icons of browsers and phones are made from it.',
          )}
          image={look.icon}
          onChange={(icon) => change({ icon })}
        />
        <TextField
          label={phrase('Tagline')}
          placeholder={phrase('Your trusted news source')}
          help={phrase(
            'In the footer and the title of the home page, and above the name in a centred header.',
          )}
          value={look.tagline}
          error={errors.tagline}
          onChange={({ target }) => change({ tagline: target.value })}
        />
        <TextField
          label={phrase('Footer line')}
          placeholder={phrase('Latest news at your fingertips')}
          value={look.footerLine}
          error={errors.footerLine}
          onChange={({ target }) => change({ footerLine: target.value })}
        />
      </Group>
      <Group title={phrase('Colour')}>
        <AccentField draft={draft} />
      </Group>
      <Group title={phrase('Type')}>
        <TypeField draft={draft} />
      </Group>
      <Group title={phrase('Layout')}>
        <Select
          label={phrase('Header')}
          value={look.header}
          onChange={({ target }) => change({ header: target.value === 'centred' ? 'centred' : 'left' })}
        >
          <option value="left">{phrase('Standard')}</option>
          <option value="centred">{phrase('Centred')}</option>
        </Select>
        <Select
          label={phrase('Header background')}
          value={look.headerBackground}
          onChange={({ target }) => change({ headerBackground: target.value === 'page' ? 'page' : 'accent' })}
        >
          <option value="accent">{phrase('Accent colour')}</option>
          <option value="page">{phrase('Page background')}</option>
        </Select>
        <Select
          label={phrase('Density')}
          value={look.density}
          onChange={({ target }) =>
            change({ density: target.value === 'compact' ? 'compact' : 'comfortable' })
          }
        >
          <option value="comfortable">{phrase('Comfortable')}</option>
          <option value="compact">{phrase('Compact')}</option>
        </Select>
        <Switch
          label={phrase("Today's date in the header")}
          checked={look.hasDate}
          onChange={({ target }) => change({ hasDate: target.checked })}
        />
        <Switch
          label={phrase('Summaries on cards')}
          checked={look.hasSummaries}
          onChange={({ target }) => change({ hasSummaries: target.checked })}
        />
      </Group>
    </form>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="pb-3 text-16 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}

const COLOUR = /^#[\da-f]{6}$/i

function AccentField({ draft: { look, change, errors } }: { draft: LookDraft }) {
  const { accent } = look
  const isColour = COLOUR.test(accent)
  const nearest = isColour && !isReadable(accent) ? nearestReadable(accent) : undefined
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={phrase('Accent colour')}
        help={phrase(
          'The header, links to the current page and breaking news. The colour for dark pages is derived from it.',
        )}
        value={accent}
        error={errors.accent}
        onChange={({ target }) => change({ accent: target.value })}
        action={
          <input
            type="color"
            aria-label={phrase('Choose the accent colour')}
            value={isColour ? accent : '#000000'}
            onChange={({ target }) => change({ accent: target.value })}
            className="h-10 w-14 cursor-pointer border border-muted bg-paper p-1"
          />
        }
      />
      {nearest && (
        <button type="button" onClick={() => change({ accent: nearest })} className="admin-button self-start">
          <span aria-hidden className="size-4" style={{ backgroundColor: nearest }} />
          {phrase('Use {nearest}', { nearest })}
        </button>
      )}
      {isColour && !nearest && (
        <div aria-hidden className="grid grid-cols-3 text-13 font-semibold">
          <span className="px-3 py-2" style={{ backgroundColor: accent, color: '#ffffff' }}>
            {phrase('Header')}
          </span>
          <span
            className="border border-rule px-3 py-2"
            style={{ backgroundColor: '#ffffff', color: accent }}
          >
            {phrase('Light')}
          </span>
          <span className="px-3 py-2" style={{ backgroundColor: '#131211', color: toDarkColour(accent) }}>
            {phrase('Dark')}
          </span>
        </div>
      )}
    </div>
  )
}

function TypeField({ draft: { look, change } }: { draft: LookDraft }) {
  return (
    <>
      <style>{PAIRINGS.map((pairing) => writeFontFaces(pairing, FONT_FILES)).join('')}</style>
      <div role="radiogroup" aria-label={phrase('Type')} className="grid gap-2">
        {PAIRINGS.map((pairing) => {
          const { name, description, sample } = TYPE_PAIRINGS[pairing]
          return (
            <label
              key={pairing}
              className="flex cursor-pointer gap-3 border border-rule p-3 has-checked:border-ink has-checked:bg-wash"
            >
              <input
                type="radio"
                name="pairing"
                checked={look.pairing === pairing}
                onChange={() => change({ pairing })}
                className="mt-2 size-4 shrink-0 accent-ink"
              />
              <span className="min-w-0">
                <span className="block text-20 font-bold" style={{ fontFamily: sample }}>
                  {name()}
                </span>
                <span className="block text-13 text-muted">{description()}</span>
              </span>
            </label>
          )
        })}
      </div>
    </>
  )
}
