import { createFileRoute } from '@tanstack/react-router'
import { CalendarScreen } from '#features/desk/admin/CalendarScreen.tsx'
import { calendarQuery } from '#features/desk/desk.functions.ts'
import { type CalendarParams, listDays, parseCalendarParams } from '#features/desk/rules/calendar.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { localDay } from '#kernel/time/zoned-time.ts'

type RawParams = { [Name in keyof CalendarParams]?: unknown }

export const Route = createFileRoute('/_admin/admin/calendar')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: (search: Record<string, unknown>): RawParams => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const today = localDay(new Date().toISOString())
    const { view, day = today } = parseCalendarParams(deps)
    const days = listDays({ view, day })
    const period = { from: days[0] ?? day, to: days.at(-1) ?? day }
    await queryClient.prefetchQuery({ ...calendarQuery(period), retry: false })
    return { today }
  },
  head: () => ({ meta: [{ title: phrase('Calendar | Admin') }] }),
  component: Calendar,
})

function Calendar() {
  const { today } = Route.useLoaderData()
  return <CalendarScreen params={parseCalendarParams(Route.useSearch())} today={today} />
}
