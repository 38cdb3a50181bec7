import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { axisLabel } from './axis-label.ts'
import { pointLabel } from './point-label.ts'

type Props = {
  points: readonly { start: string; views: number; viewsBefore: number }[]
  isCompared: boolean
  isByMonth: boolean
}

/** Views as one line of ink; the period before is dashed. */
export function ViewsChart({ points, isCompared, isByMonth }: Props) {
  const label = (start: string) => pointLabel(start, isByMonth).replace(/ \d{4}$/, '')
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={[...points]}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--color-rule)" vertical={false} />
        <XAxis
          dataKey="start"
          tickFormatter={label}
          tick={{ fill: 'var(--color-muted)', fontSize: 12 }}
          stroke="var(--color-rule)"
          minTickGap={24}
        />
        <YAxis
          allowDecimals={false}
          width={48}
          tickFormatter={axisLabel}
          tick={{ fill: 'var(--color-muted)', fontSize: 12 }}
          stroke="var(--color-rule)"
        />
        {isCompared && (
          <Line
            dataKey="viewsBefore"
            stroke="var(--color-muted)"
            strokeDasharray="4 4"
            dot={false}
            isAnimationActive={false}
          />
        )}
        <Line
          dataKey="views"
          stroke="var(--color-ink)"
          strokeWidth={2}
          dot={points.length <= 12}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}
