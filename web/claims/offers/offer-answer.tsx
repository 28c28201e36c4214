import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { offerText } from '#domain/claims/claim-texts.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { translate } from '#web/languages/translate.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import type { ClaimFormProps } from '../claim-forms.tsx'
import type { ClaimCosts } from './offer-queries.ts'

/** The buyer's choice about an offer, with what comes back. Nothing is chosen beforehand. */
export function OfferAnswer({ claim, costs, sendKey, result }: ClaimFormProps & { costs: ClaimCosts | null }) {
  const { i18n } = useLingui()
  const { form, field, errors } = useFormFields(result)
  const busy = useNavigation().formData?.get('intent') === 'answer-offer'
  if (!claim.offered_outcome || !claim.offer_by) return null
  const by = moment(claim.offer_by)
  const offer = { outcome: claim.offered_outcome, kobo: BigInt(claim.offered_kobo), by: new Date(claim.offer_by) }
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-[560px] gap-4">
      <input type="hidden" name="intent" value="answer-offer" />
      <input type="hidden" name="key" value={sendKey} />
      <input type="hidden" name="outcome" value={claim.offered_outcome} />
      <input type="hidden" name="goods_kobo" value={claim.offered_kobo} />
      {costs ? (
        <DataList
          facts={[
            { label: i18n.t('You asked for'), value: kobo(claim.requested_kobo) },
            { label: i18n.t('Goods that come back'), value: kobo(costs.goods_kobo) },
            { label: i18n.t('Their part of the fee'), value: kobo(costs.fee_kobo) },
            { label: i18n.t('All that comes back to you'), value: kobo(costs.returned_kobo), total: true },
          ]}
        />
      ) : (
        <p>{translate(i18n, offerText(offer))}</p>
      )}
      <p>
        {i18n.t(
          'If you accept, it is carried out at once and the claim ends. If you decline, or have not answered by {by}, our staff look at both sides.',
          { by },
        )}
      </p>
      <div>
        <RadioChoice
          legend={i18n.t('Your answer')}
          name="answer"
          chosen={String(field('answer').defaultValue ?? '')}
          options={[
            { value: 'accept', label: i18n.t('I accept the offer') },
            { value: 'decline', label: i18n.t('I decline it') },
          ]}
        />
        {errors.answer && (
          <p role="alert" className="text-pepper">
            {translate(i18n, errors.answer)}
          </p>
        )}
      </div>
      <TextArea
        label={i18n.t('A message to the vendor')}
        {...field('text')}
        rows={2}
        maxLength={2000}
        required={false}
      />
      <p>
        <Button busy={busy} busyLabel={i18n.t('Sending')}>
          {i18n.t('Send my answer')}
        </Button>
      </p>
    </Form>
  )
}
