import { useState } from 'react'
import { Select } from '#ui/admin/forms/Select.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { type ImportOptions, importOptions } from '../rules/import-options.ts'

/** `asksForSite`: exports of this format may lack the address of their site, from which images are fetched. */
type Props = { options: ImportOptions; asksForSite: boolean; onChange: (options: ImportOptions) => void }

const FIELDS = [
  {
    name: 'articles',
    label: 'Published articles',
    choices: { 'as-is': 'Publish them', drafts: 'Add them as drafts' },
  },
  {
    name: 'pages',
    label: 'Pages',
    choices: { drafts: 'Add them as drafts', articles: 'Publish them as articles', leave: 'Leave them out' },
  },
  {
    name: 'subscribers',
    label: 'Subscribers',
    choices: { import: 'Add them to the newsletter', leave: 'Leave them out' },
  },
  {
    name: 'files',
    label: 'Images that the export does not contain',
    choices: { fetch: 'Fetch them from their addresses', leave: 'Leave them out' },
  },
] as const

export function ImportOptionsFields({ options, asksForSite, onChange }: Props) {
  return (
    <fieldset className="flex flex-wrap gap-4">
      <legend className="pb-2 text-14 font-semibold">How to import</legend>
      {FIELDS.map(({ name, label, choices }) => (
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
        label="Address of the former site"
        placeholder="https://"
        help="Images that are not in the export are fetched from there. Enter the same address for later exports, so that they update what this one adds."
        error={read(text).success ? undefined : 'Enter an address such as https://www.example.org'}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          onChange(read(currentTarget.value).data)
        }}
      />
    </div>
  )
}
