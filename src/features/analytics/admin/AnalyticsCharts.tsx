import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Line,
  LineChart,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts'
import { formatNumber } from '#kernel/format-count.ts'
import { englishLocale } from '#kernel/time/place.ts'
import { withoutYear } from '#kernel/time/zoned-time.ts'

const AXIS = { tick: { fill: 'var(--color-muted)', fontSize: 12 }, stroke: 'var(--color-rule)' }
const VALUE_AXIS = {
  ...AXIS,
  allowDecimals: false,
  width: 48,
  tickFormatter: (value: number) =>
    value.toLocaleString(englishLocale(), { notation: 'compact', maximumFractionDigits: 2 }),
}

type ViewsChartProps = {
  points: readonly { label: string; views: number; viewsBefore: number }[]
  isCompared: boolean
}

/** Lazy, since recharts is large. */
export function ViewsChart({ points, isCompared }: ViewsChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={[...points]}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--color-rule)" vertical={false} />
        <XAxis {...AXIS} dataKey="label" tickFormatter={withoutYear} minTickGap={24} />
        <YAxis {...VALUE_AXIS} />
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

/** Counts by the quarter in which reading ended. */
export function DepthChart({ quarters }: { quarters: readonly { range: string; reads: number }[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...quarters]}
        margin={{ top: 20, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--color-rule)" vertical={false} />
        <XAxis {...AXIS} dataKey="range" interval={0} />
        <YAxis {...VALUE_AXIS} />
        <Bar dataKey="reads" fill="var(--color-ink)" maxBarSize={72} isAnimationActive={false}>
          <LabelList
            dataKey="reads"
            position="top"
            fill="var(--color-ink)"
            fontSize={12}
            formatter={(reads) => formatNumber(Number(reads))}
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
