import { datedMoment } from '#web/ui/format.ts'

/** A moment in a table: its day, and below it the time, so that columns stay narrow. */
export function MomentCell({ at }: { at: string }) {
  const [day, time = ''] = datedMoment(at).split(', ')
  return (
    <>
      <span className="whitespace-nowrap">{time ? `${day}, ` : day}</span>
      <span className="block whitespace-nowrap text-14 text-soft">{time}</span>
    </>
  )
}
