import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Forms whose input is not kept in the browser until it is sent. */
const OTHERS = {
  'src/features/accounts/admin/AuthForm.tsx': 'passwords and codes, and forms of people who are signed out',
  'src/features/accounts/admin/ChangeRoleDialog.tsx': 'a choice',
  'src/features/desk/admin/BulkActions.tsx': 'choices for the selected articles',
  'src/features/desk/admin/DepartureDialog.tsx': 'a choice',
  'src/features/newsletter/admin/CampaignForm.tsx': 'has drafts of its own',
}

it('what is typed in a form of the admin area is kept by useUnsentForm, or by useStoredForm with useFormDrafts', () => {
  const files = globSync('src/features/**/*.{ts,tsx}', { cwd: new URL('..', import.meta.url).pathname })
  const sources = files.map(
    (file) => [file, readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')] as const,
  )
  expect(
    sources
      .filter(([, source]) => source.includes('useZodForm('))
      .map(([file]) => file)
      .sort(),
  ).toEqual(Object.keys(OTHERS))
  const stored = sources.filter(([, source]) => source.includes('= useStoredForm'))
  expect(stored.length).toBeGreaterThan(2)
  expect(stored.filter(([, source]) => !source.includes('useFormDrafts(')).map(([file]) => file)).toEqual([])
})
