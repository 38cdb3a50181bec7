import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Select } from '#ui/admin/forms/Select.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { type ImportOptions, importOptions } from '../rules/import-options.ts'

/** `asksForSite`: exports of this format may lack the address of their site, from which images are fetched. */
type Props = { options: ImportOptions; asksForSite: boolean; onChange: (options: ImportOptions) => void }

const optionFields = () =>
  [
    {
      name: 'articles',
      label: phrase('Published articles'),
      choices: { 'as-is': phrase('Publish them'), drafts: phrase('Add them as drafts') },
    },
    {
      name: 'pages',
      label: phrase('Pages'),
      choices: {
        drafts: phrase('Add them as drafts'),
        articles: phrase('Publish them as articles'),
        leave: phrase('Leave them out'),
      },
    },
    {
      name: 'subscribers',
      label: phrase('Subscribers'),
      choices: { import: phrase('Add them to the newsletter'), leave: phrase('Leave them out') },
    },
    {
      name: 'files',
      label: phrase('Images that the export does not contain'),
      choices: { fetch: phrase('Fetch them from their addresses'), leave: phrase('Leave them out') },
    },
  ] as const

export function ImportOptionsFields({ options, asksForSite, onChange }: Props) {
  return (
    <fieldset className="flex flex-wrap gap-4">
      <legend className="pb-2 text-14 font-semibold">{phrase('How to import')}</legend>
      {optionFields().map(({ name, label, choices }) => (
        <Select
          key={name}
          label={label}
          value={options[name]}
          onChange={({ currentTarget }) => onChange({ ...options, [name]: currentTarget.value })}
        >
          {Object.entries(choices).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      ))}
      {asksForSite && <SiteField site={options.site} onChange={(site) => onChange({ ...options, site })} />}
    </fieldset>
  )
}

type SiteFieldProps = { site: string | undefined; onChange: (site: string | undefined) => void }

function SiteField({ site, onChange }: SiteFieldProps) {
  const [text, setText] = useState(site ?? '')
  const read = (typed: string) => importOptions.shape.site.safeParse(typed.trim() || undefined)
  return (
    <div className="w-full max-w-[640px]">
      <TextField
        type="url"
        label={phrase('Address of the former site')}
        placeholder="https://"
        help={phrase(
          'Images that are not in the export are fetched from there. Enter the same address for later exports, so that they update what this one adds.',
        )}
        error={read(text).success ? undefined : phrase('Enter an address such as https://www.example.org')}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          onChange(read(currentTarget.value).data)
        }}
      />
    </div>
  )
}
