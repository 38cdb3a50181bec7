import { describe, expect, it } from 'vitest'
import { ROLES } from '#kernel/roles.ts'
import { canDeleteDraft, canEditDraft, canPublishDraft, canReadDraft } from './draft-access.ts'

const OWN = { ownerId: 'ada', assigneeId: null }
const ASSIGNED = { ownerId: 'ben', assigneeId: 'ada' }
const FOREIGN = { ownerId: 'ben', assigneeId: 'cem' }
/** The article of a feed. */
const UNOWNED = { ownerId: null, assigneeId: null }

const rolesOf = (isAllowed: (user: { id: string; role: (typeof ROLES)[number] }) => boolean) =>
  ROLES.filter((role) => isAllowed({ id: 'ada', role }))

const WRITERS = ['admin', 'editor', 'author', 'contributor']

describe('access to drafts', () => {
  it.each([
    ['own', OWN, WRITERS, WRITERS],
    ['assigned', ASSIGNED, WRITERS, WRITERS],
    ['foreign', FOREIGN, ['admin', 'editor', 'author'], ['admin', 'editor']],
    ['unowned', UNOWNED, ['admin', 'editor', 'author'], ['admin', 'editor']],
  ])('to %s drafts', (_, draft, readers, editors) => {
    expect(rolesOf((user) => canReadDraft(user, draft))).toEqual(readers)
    expect(rolesOf((user) => canEditDraft(user, draft))).toEqual(editors)
  })

  it('editors publish', () => {
    expect(rolesOf(canPublishDraft)).toEqual(['admin', 'editor'])
  })

  it.each([
    [OWN, false, WRITERS],
    [OWN, true, ['admin', 'editor']],
    [FOREIGN, false, ['admin', 'editor']],
  ])('%o with a publication: %s is deleted by %j', (draft, hasPublication, roles) => {
    expect(rolesOf((user) => canDeleteDraft(user, { ...draft, hasPublication }))).toEqual(roles)
  })

  it('the system may do everything', () => {
    const system = { id: null }
    expect([canReadDraft(system, FOREIGN), canEditDraft(system, FOREIGN), canPublishDraft(system)]).toEqual([
      true,
      true,
      true,
    ])
  })
})
