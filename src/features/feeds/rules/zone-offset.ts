/** Hours east of Greenwich. The American names are those of RFC 5322 §4.3; the others are what feeds write. */
const ZONES = new Map(
  (
    'est:-5 edt:-4 cst:-6 cdt:-5 mst:-7 mdt:-6 pst:-8 pdt:-7 akst:-9 akdt:-8 hst:-10 ast:-4 adt:-3 nst:-3.5 ndt:-2.5 ' +
    'brt:-3 brst:-2 art:-3 clt:-4 clst:-3 cot:-5 pet:-5 pyt:-4 uyt:-3 vet:-4 ' +
    'west:1 bst:1 cet:1 cest:2 met:1 mest:2 mez:1 mesz:2 eet:2 eest:3 msk:3 trt:3 wat:1 cat:2 sast:2 eat:3 ' +
    'gst:4 pkt:5 ist:5.5 wib:7 ict:7 hkt:8 sgt:8 pht:8 awst:8 jst:9 kst:9 acst:9.5 acdt:10.5 aest:10 aedt:11 ' +
    'nzst:12 nzdt:13'
  )
    .split(' ')
    .map((entry): [name: string, hours: number] => {
      const [name = '', hours] = entry.split(':')
      return [name, Number(hours)]
    }),
)

/** No place on earth is further from Greenwich. */
const MAX_OFFSET = 14 * 60

/**
 * The offset in minutes east of UTC that the end of a date names: "-0300", "+02:00", "Z", "CEST", "GMT+1". No zone is
 * UTC, and so is a name that nobody knows (RFC 5322 §4.3). Undefined if the offset is none that exists.
 */
export function zoneOffset(text: string): number | undefined {
  const numeric = /(?:^|\s|[a-z])([+\-−])(\d{1,2})(?::?(\d{2}))?(?!\d)/i.exec(text)
  if (numeric) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0)
    if (minutes > MAX_OFFSET) return undefined
    return numeric[1] === '+' ? minutes : -minutes
  }
  const name = /[a-z]{2,5}/i.exec(text)?.[0].toLowerCase()
  return (ZONES.get(name ?? '') ?? 0) * 60
}
