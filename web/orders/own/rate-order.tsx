import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { StarField } from '#web/ui/fields/star-field.tsx'
import { Rating } from '#web/ui/rating.tsx'

interface RateProps {
  status: string
  /** The existing review. */
  review: { rating: number; comment: string } | null
  /** As typed in a rejected form. */
  typed: { rating: string; comment: string }
}

/** Rating and comment for the shop, once per order after hand-over. */
export function RateOrder({ status, review, typed }: RateProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'rate'
  if (!['collected', 'delivered', 'completed'].includes(status)) return null
  return (
    <section aria-labelledby="rate" className="print:hidden">
      <h2 id="rate" className="mb-3 text-22">
        {review ? i18n.t('Your rating') : i18n.t('How was it?')}
      </h2>
      {review ? (
        <>
          <Rating value={review.rating} />
          {review.comment && <p className="mt-1 break-words">{review.comment}</p>}
        </>
      ) : (
        <Form method="post" className="grid gap-3">
          <input type="hidden" name="intent" value="rate" />
          <StarField legend={i18n.t('Stars')} name="rating" chosen={typed.rating} />
          <TextArea
            label={i18n.t('Your comment')}
            name="body"
            rows={2}
            required={false}
            maxLength={1000}
            defaultValue={typed.comment}
            hint={i18n.t('Everybody can read it on the shop’s page, without your name.')}
          />
          <div>
            <Button tone="plain" busy={busy} busyLabel={i18n.t('Sending')}>
              {i18n.t('Rate the shop')}
            </Button>
          </div>
        </Form>
      )}
    </section>
  )
}
