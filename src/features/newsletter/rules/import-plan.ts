import { isEmailAddress } from '#kernel/email-address.ts'
import { phrase } from '#kernel/text/phrase.ts'
import {
  foldWords,
  hasLeft,
  isInactive,
  isMark,
  mentionsConsent,
  mentionsEmail,
  readConsent,
} from './consent-words.ts'
import { fieldOf, type ImportField, rankOf } from './import-columns.ts'
import { createDayOrderDetector, type DayOrder, readImportDate } from './import-date.ts'
import type { Opening } from './import-opening.ts'
import { parseSignup, type Refusal, type Signup } from './parse-signup.ts'

/** `subscribedAt`: ISO 8601, undefined if missing in the file. */
export type ImportRow = Signup & { isActive: boolean; subscribedAt: string | undefined }

/** A column that may be about consent and is not understood; `others`: rows with further values. */
export type Question = { column: string; values: { value: string; count: number }[]; others: number }

/** For each column of a question: not about consent, or the values that mean active. All others mean inactive. */
export type Decisions = Readonly<Record<string, 'not-consent' | readonly string[]>>

type Says = 'active' | 'inactive' | 'nothing' | 'unclear'
type Column = {
  name: string
  /** Unique, for decisions. */
  label: string
  heading: string
  field: ImportField | undefined
  /** `mentions`: only values that mention consent are about it. */
  asked?: 'all' | 'mentions'
}

export const MAX_COLUMNS = 500
const MAX_VALUES = 30
/** Longer values are compared by their beginning. */
const MAX_VALUE_LENGTH = 100

const keyOf = (value: string) => value.slice(0, MAX_VALUE_LENGTH).toLowerCase()

/**
 * Assigns a meaning to each column by its heading. Several columns may be about consent or dates, one is the address.
 */
function nameColumns({ header, email }: Opening): Column[] {
  const columns: Column[] = []
  for (const heading of header ?? []) addColumn(columns, heading, email)
  for (const field of ['name', 'firstName', 'lastName'] as const) {
    const [first, ...others] = columns
      .filter((column) => column.field === field)
      .sort((one, other) => rankOf(one.heading, field) - rankOf(other.heading, field))
    if (first) for (const other of others) other.field = 'unused'
  }
  return columns
}

function addColumn(columns: Column[], heading: string, email: number): void {
  const name = heading.slice(0, MAX_VALUE_LENGTH) || phrase('Column {count}', { count: columns.length + 1 })
  const repeated = columns.filter((column) => column.name === name).length
  const field = columns.length === email ? 'email' : fieldOf(heading)
  columns.push({
    name,
    label: repeated > 0 ? `${name} (${repeated + 1})` : name,
    heading,
    field: field === 'email' && columns.length !== email ? undefined : field,
  })
}

type Tally = { values: Map<string, { value: string; count: number }>; others: number }

const newTally = (): Tally => ({ values: new Map(), others: 0 })

function count(tally: Tally, value: string): void {
  const { values } = tally
  const key = keyOf(value)
  const known = values.get(key)
  if (known) known.count += 1
  else if (values.size < MAX_VALUES) values.set(key, { value: value.slice(0, MAX_VALUE_LENGTH), count: 1 })
  else tally.others += 1
}

type Findings = ReturnType<typeof newFindings>

function newFindings({ heading }: Column) {
  return {
    isConsentHeading: mentionsConsent(foldWords(heading)),
    isEmailHeading: mentionsEmail(foldWords(heading)),
    hasMarks: false,
    hasOthers: false,
    hasWords: false,
    hasConsent: false,
    all: newTally(),
    mentions: newTally(),
  }
}

/** Collects what a first reading of a file tells about its columns. Its size does not depend on the number of rows. */
export function createImportAnalysis(opening: Opening, now: Date) {
  const columns = nameColumns(opening)
  const findings = columns.map(newFindings)
  const days = createDayOrderDetector(now)

  function add(cells: readonly string[]): void {
    while (columns.length < Math.min(cells.length, MAX_COLUMNS)) {
      addColumn(columns, '', opening.email)
      findings.push(...columns.slice(-1).map(newFindings))
    }
    const mentions = columns.map(({ field }, index) => {
      const value = cells[index] ?? ''
      if (field === 'subscribedAt' || field === 'optIn') days.add(value)
      const found = findings[index]
      const isLearned = found && value && (field === undefined || field === 'status' || field === 'unused')
      return isLearned ? learn(found, value, field, now) : false
    })
    if (!isEmailAddress(cells[opening.email] ?? '')) return
    const says = columns.map((column, index) =>
      isKnown(column) ? whatKnownSays(column, cells[index] ?? '', now) : undefined,
    )
    if (says.includes('inactive')) return
    for (const [index, found] of findings.entries()) {
      const value = cells[index] ?? ''
      if (says[index] === 'unclear' || columns[index]?.field === undefined) count(found.all, value)
      if (mentions[index]) count(found.mentions, value)
    }
  }

  function finish(): { plan: ImportPlan; questions: Question[] } {
    const questions: Question[] = []
    const planned = columns.map((column, index): Column => {
      const found = findings[index]
      const isAskable = column.field === undefined || isKnown(column)
      if (!found || !(isAskable || (column.field === 'unused' && found.hasConsent))) return column
      // A type of customer, for instance.
      if (foldWords(column.heading) === 'type' && !found.hasConsent) return { ...column, field: 'unused' }
      const asked = isKnown(column) ? 'all' : column.field === 'unused' ? 'mentions' : askAbout(found)
      const { values, others } = asked === 'mentions' ? found.mentions : found.all
      if (asked && values.size > 0) {
        const byCount = [...values.values()].sort((one, other) => other.count - one.count)
        questions.push({ column: column.label, values: byCount, others })
      }
      return asked && !isKnown(column) ? { ...column, field: undefined, asked } : column
    })
    return { plan: { columns: planned, email: opening.email, order: days.order() }, questions }
  }
  return { add, finish }
}

/** @returns whether the value mentions consent */
function learn(found: Findings, value: string, field: Column['field'], now: Date): boolean {
  const folded = foldWords(value)
  const mentions = mentionsConsent(folded)
  if (isMark(folded)) found.hasMarks = true
  else found.hasOthers = true
  if (found.isEmailHeading && !found.hasWords) found.hasWords = isWords(value, now)
  // A column for a state or plan may contain “unsubscribed”. Other words there belong to names and addresses.
  if (field === 'unused' ? isInactive(folded) : mentions) found.hasConsent = true
  return mentions
}

function askAbout(found: Findings): Column['asked'] | undefined {
  if (found.isConsentHeading || found.hasWords || (found.hasMarks && !found.hasOthers)) return 'all'
  return found.hasConsent ? 'mentions' : undefined
}

/** Whether a value is neither an address, a number, a date nor a web address. */
function isWords(value: string, now: Date): boolean {
  return !/^[\d.,% -]+$|^https?:/i.test(value) && !isEmailAddress(value) && !isDate(value, now)
}

const isKnown = ({ field }: Column) => field === 'status' || field === 'optIn' || field === 'left'

function whatKnownSays({ field }: Column, value: string, now: Date): Says {
  if (field === 'left') return hasLeft(value) ? 'inactive' : 'nothing'
  const consent = readConsent(value)
  return consent === 'unclear' && field === 'optIn' && isDate(value, now) ? 'active' : consent
}

function isDate(value: string, now: Date): boolean {
  return (readImportDate(value, 'day-first', now) ?? readImportDate(value, 'month-first', now)) !== undefined
}

/** How the rows of a file are read. */
export type ImportPlan = { columns: Column[]; email: number; order: DayOrder }

/** The columns as a preview shows them. */
export function describePlan({ columns }: ImportPlan): { heading: string; field: ImportField | 'asked' }[] {
  return columns.map(({ label, field, asked }) => ({
    heading: label,
    field: asked ? 'asked' : (field ?? 'unused'),
  }))
}

export type ReadRow =
  | { kind: 'row'; row: ImportRow; isDateLeftOut: boolean }
  | { kind: 'skipped'; email: string; reason: Refusal }

/** Reads a subscriber. Nobody is active whose row says anything else, or anything that nobody has decided. */
export function readRow(
  cells: readonly string[],
  plan: ImportPlan,
  { decisions, now }: { decisions: Decisions; now: Date },
): ReadRow {
  const email = cells[plan.email] ?? ''
  const read = parseSignup({ email, full_name: fullNameOf(cells, plan) })
  if (read.kind === 'refused') return { kind: 'skipped', email, reason: read.outcome }
  const isActive = plan.columns.every((column, index) => {
    const says = whatSays(column, cells[index] ?? '', { decisions, now })
    return says === 'active' || says === 'nothing'
  })
  const dates = plan.columns
    .flatMap(({ heading, field }, index) => {
      const value = cells[index] ?? ''
      if (!value || (field !== 'subscribedAt' && field !== 'optIn')) return []
      const at = readImportDate(value, plan.order, now)
      if (!at && field === 'optIn') return []
      return [{ at, rank: field === 'optIn' ? -1 : rankOf(heading, field) }]
    })
    .sort((one, other) => one.rank - other.rank)
  const subscribedAt = dates.find(({ at }) => at)?.at
  return {
    kind: 'row',
    row: { ...read.signup, isActive, subscribedAt },
    isDateLeftOut: subscribedAt === undefined && dates.length > 0,
  }
}

function whatSays(
  column: Column,
  value: string,
  { decisions, now }: { decisions: Decisions; now: Date },
): Says {
  if (isKnown(column)) {
    const says = whatKnownSays(column, value, now)
    return says === 'unclear' ? decided(column, value, decisions) : says
  }
  if (!column.asked) return 'nothing'
  if (column.asked === 'mentions' && !mentionsConsent(foldWords(value))) return 'nothing'
  return decided(column, value, decisions)
}

function decided({ label }: Column, value: string, decisions: Decisions): Says {
  const decision = Object.hasOwn(decisions, label) ? decisions[label] : undefined
  if (decision === undefined) return 'unclear'
  if (decision === 'not-consent') return 'nothing'
  return decision.some((active) => keyOf(active) === keyOf(value)) ? 'active' : 'inactive'
}

/** "Name" is the first or the last name where only the other has a column of its own. */
function fullNameOf(cells: readonly string[], { columns }: ImportPlan): string {
  const cellOf = (field: ImportField) =>
    cells[columns.findIndex((column) => column.field === field)]?.trim() ?? ''
  const [name, first, last] = [cellOf('name'), cellOf('firstName'), cellOf('lastName')]
  if (!name || (first && last)) return name || `${first} ${last}`.trim()
  const contains = (part: string) => name.toLowerCase().includes(part.toLowerCase())
  if (first && !contains(first)) return `${first} ${name}`
  return last && !contains(last) ? `${name} ${last}` : name
}
