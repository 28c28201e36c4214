import { data } from 'react-router'
import { siteContext } from '#web/context.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/ui-gallery.ts'
import { ControlSamples, FeedbackSamples } from './ui-gallery/controls.tsx'
import { DataSamples } from './ui-gallery/data.tsx'
import { BasinSamples, DealSamples, StallSamples } from './ui-gallery/signatures.tsx'
import '#web/theme/desk.css'

/** Every component in all its states, for review and the accessibility check. Demo mode only. */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(siteContext).mode !== 'demo') throw data(null, { status: 404 })
  return { now: new Date().toISOString() }
}

export default function UiGallery({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="Every part in all its states.">The parts</PageHeading>
      <div className="grid gap-14">
        <section>
          <SectionHeading>Deals</SectionHeading>
          <DealSamples now={loaderData.now} />
        </section>
        <section>
          <SectionHeading>Stalls</SectionHeading>
          <StallSamples />
        </section>
        <section>
          <SectionHeading>Controls</SectionHeading>
          <ControlSamples />
        </section>
        <section>
          <SectionHeading>Answers and waiting</SectionHeading>
          <FeedbackSamples />
        </section>
        <section>
          <SectionHeading>Data</SectionHeading>
          <DataSamples />
        </section>
        <section>
          <SectionHeading>Basins</SectionHeading>
          <BasinSamples />
        </section>
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = () => [{ title: 'The parts' }]
