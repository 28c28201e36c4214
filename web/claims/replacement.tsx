import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { moment } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { Claim, Side } from './queries.ts'

/** A promised replacement: the buyer confirms that it arrived, or gets a refund. */
export function Replacement({ claim, side }: { claim: Claim; side: Side }) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'replaced'
  if (claim.outcome !== 'replacement' || claim.ended_at || claim.replaced_at || !claim.replace_by) return null
  const time = moment(claim.replace_by)
  if (side !== 'buyer') {
    return (
      <p className="max-w-measure">
        {i18n.t('The buyer confirms the replacement by {time}. Otherwise they get their money back.', { time })}
      </p>
    )
  }
  return (
    <section aria-labelledby="replaced">
      <SectionHeading id="replaced">{i18n.t('Has the replacement come?')}</SectionHeading>
      <p className="mb-3 max-w-measure">
        {i18n.t('Tell us when you have it. If you have not told us by {time}, you get your money back.', { time })}
      </p>
      <Form method="post">
        <input type="hidden" name="intent" value="replaced" />
        <Button busy={busy} busyLabel={i18n.t('Sending')}>
          {i18n.t('Yes, I have it')}
        </Button>
      </Form>
    </section>
  )
}
