import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { MAX_ALIASES, MAX_PEOPLE, MAX_PERSON_NAME_LENGTH, personForm } from './rules/person.ts'
import { linkByline, listAliases, listPlainBylines, unlinkByline } from './server/bylines.server.ts'
import {
  deletePerson,
  findPersonForm,
  listPeople,
  listPeopleNames,
  listPersonAccounts,
  type MergePeopleOutcome,
  mergePeople,
  type SavePersonOutcome,
  savePerson,
} from './server/people.server.ts'

export const peopleFailure = () => phrase('Failed to fetch people')
export const personFailure = () => phrase('Failed to fetch the person')
export const savePersonFailure = () => phrase('Failed to save person')
export const deletePersonFailure = () => phrase('Failed to delete person')
export const mergePeopleFailure = () => phrase('Failed to merge people')
export const bylinesFailure = () => phrase('Failed to fetch bylines')
export const linkBylineFailure = () => phrase('Failed to link the byline')

const personId = z.object({ id })
const byline = z.string().min(1).max(MAX_PERSON_NAME_LENGTH)

const getPeople = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(() => withUserMessage(peopleFailure(), () => listPeople(db())))

const getPeopleNames = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(() => withUserMessage(peopleFailure(), () => listPeopleNames(db())))

const getPerson = createServerFn({ method: 'GET' })
  .middleware([requireCapability('people.manage')])
  .validator(personId)
  .handler(({ data }) =>
    withUserMessage(personFailure(), async () => {
      const [form, accounts, bylines] = await Promise.all([
        findPersonForm(db(), data.id),
        listPersonAccounts(db()),
        listAliases(db(), data.id),
      ])
      return { form, accounts, bylines }
    }),
  )

const getPlainBylines = createServerFn({ method: 'GET' })
  .middleware([requireCapability('people.manage')])
  .validator(z.object({ text: z.string().max(MAX_PERSON_NAME_LENGTH) }))
  .handler(({ data }) => withUserMessage(bylinesFailure(), () => listPlainBylines(db(), data.text)))

export const savePersonFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('people.manage')])
  .validator(personForm.extend({ ...personId.shape, isNew: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(savePersonFailure(), () => savePerson(db(), context.account, data)),
  )

export const deletePersonFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('people.manage')])
  .validator(personId)
  .handler(({ data, context }) =>
    withUserMessage(deletePersonFailure(), () => deletePerson(db(), context.account, data.id)),
  )

export const mergePeopleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('people.manage')])
  .validator(personId.extend({ intoId: id }))
  .handler(({ data, context }) =>
    withUserMessage(mergePeopleFailure(), () => mergePeople(db(), context.account, data)),
  )

export const linkBylineFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('people.manage')])
  .validator(z.object({ name: byline, authorId: id }))
  .handler(({ data, context }) =>
    withUserMessage(linkBylineFailure(), () => linkByline(db(), context.account, data)),
  )

export const unlinkBylineFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('people.manage')])
  .validator(z.object({ name: byline }))
  .handler(({ data, context }) =>
    withUserMessage(linkBylineFailure(), () => unlinkByline(db(), context.account, data.name)),
  )

const meta = { tags: ['admin:people'] as const }

export const peopleQuery = queryOptions({
  queryKey: ['admin', 'people', 'list'],
  queryFn: () => getPeople(),
  // No notification is sent when publishing changes the counts.
  staleTime: 0,
  meta,
})

/** For pickers, which need no counts. */
export const peopleNamesQuery = queryOptions({
  queryKey: ['admin', 'people', 'names'],
  queryFn: () => getPeopleNames(),
  meta,
})

/** Loads the form of a person, with the accounts that it offers and the linked bylines. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'people', 'person', id],
    queryFn: () => getPerson({ data: { id } }),
    staleTime: 0,
    meta,
  })

export const plainBylinesQuery = (text: string) =>
  queryOptions({
    queryKey: ['admin', 'people', 'bylines', text],
    queryFn: () => getPlainBylines({ data: { text } }),
    staleTime: 0,
    meta,
  })

export const personErrors = (): Record<
  Exclude<SavePersonOutcome['kind'], 'saved'>,
  { field: 'name' | 'slug' | 'userId'; text: string }
> => ({
  'slug-taken': { field: 'slug', text: phrase('Another person has this address') },
  'account-taken': { field: 'userId', text: phrase('Another person has this account') },
  full: {
    field: 'name',
    text: phrase('There can be {max} people at most. Delete one first.', { max: MAX_PEOPLE }),
  },
  gone: { field: 'name', text: phrase('The person no longer exists') },
})

export const mergePeopleErrors = (): Record<Exclude<MergePeopleOutcome['kind'], 'merged'>, string> => ({
  gone: phrase('One of the two no longer exists.'),
  full: phrase('Together, the two have more than {max} linked bylines. Unlink some first.', {
    max: MAX_ALIASES,
  }),
})

export const linkBylineErrors = () => ({
  gone: phrase('The person no longer exists.'),
  full: phrase('A person can have {max} bylines at most.', { max: MAX_ALIASES }),
})
