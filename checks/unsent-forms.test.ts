import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Forms that deliberately do not keep unsent input, and why. */
const FORMS_WITHOUT_DRAFTS = {
  'src/features/accounts/admin/AuthForm.tsx': 'passwords and codes, and forms for signed-out visitors',
  'src/features/accounts/admin/ChangeRoleDialog.tsx': 'a choice',
  'src/features/desk/admin/BulkActions.tsx': 'choices for the selected articles',
  'src/features/desk/admin/DepartureDialog.tsx': 'a choice',
  'src/features/front/admin/HistoryDialog.tsx': 'a time',
  'src/features/newsletter/admin/CampaignForm.tsx': 'saves its own drafts',
}

it('admin forms keep unsent input', () => {
  const files = globSync('src/features/**/*.{ts,tsx}', { cwd: new URL('..', import.meta.url).pathname })
  const sources = files.map(
    (file) => [file, readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')] as const,
  )
  expect(
    sources
      .filter(([, source]) => source.includes('useZodForm('))
      .map(([file]) => file)
      .sort(),
  ).toEqual(Object.keys(FORMS_WITHOUT_DRAFTS))
  const stored = sources.filter(([, source]) => source.includes('= useStoredForm'))
  expect(stored.length).toBeGreaterThan(2)
  expect(stored.filter(([, source]) => !source.includes('useFormDrafts(')).map(([file]) => file)).toEqual([])
})
