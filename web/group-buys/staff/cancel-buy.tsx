import { Form, useLocation, useNavigation } from 'react-router'
import type { Api } from '#api/api.ts'
import { refundBusinessDays } from '#domain/limits.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { commandResult, type FormResult, reject, type SubmittedForm } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { ConfirmInPlace } from '#web/ui/fields/confirm-form.tsx'
import { kobo, plural } from '#web/ui/format.ts'
import { type OverseenBuy, ordersIn, readOverseenBuy } from './queries.ts'

/** People and money that a cancellation sends back. */
interface CancelFigures {
  paid: number
  unpaid: number
  heldKobo: number
}

interface CancelResult extends FormResult {
  /** To be confirmed. */
  figures?: CancelFigures
}

const CANCEL_INTENT = 'cancel'

const figuresOf = (buy: OverseenBuy): CancelFigures => ({
  paid: ordersIn(buy, 'paid', 'confirmed'),
  unpaid: ordersIn(buy, 'pending'),
  heldKobo: buy.sums?.held_kobo ?? 0,
})

const seenText = ({ paid, unpaid, heldKobo }: CancelFigures): string => `${paid} ${unpaid} ${heldKobo}`

/** The first submission is answered with the figures; the second confirms them, and is asked again if they changed. */
export async function cancelBuy(api: Api, form: SubmittedForm, id: string) {
  const reason = form.field('reason')
  if (reason.length < 5)
    return reject(form, { errors: { reason: 'Please write the reason: everyone in it reads it.' } })
  const { buy, failure } = await readOverseenBuy(api, id)
  if (!buy) return reject(form, { text: failure ?? joinTexts.notFound })
  const figures = figuresOf(buy)
  if (form.field('seen') !== seenText(figures)) return reject(form, { text: '', figures })
  const done = await api.command('cancel-group-buy', { group_buy_id: id, reason }, form.key && `${form.key}-cancel`)
  return commandResult(
    form,
    done,
    'The group buy is cancelled. Everyone in it has been told by mail; what was paid is on its way back.',
  )
}

interface CancelBuyProps {
  buy: OverseenBuy
  sendKey: string
  result: CancelResult | undefined
}

/** Cancelling takes two looks: the reason first, then who and what goes back. */
export function CancelBuy({ buy, sendKey, result }: CancelBuyProps) {
  const { pathname } = useLocation()
  const own = result?.values.intent === CANCEL_INTENT ? result : undefined
  const { form, field } = useFormFields(own)
  const busy = useNavigation().formData?.get('intent') === CANCEL_INTENT
  return (
    <section aria-labelledby="cancel" className="border-t border-grain pt-5">
      <h2 id="cancel" className="mb-2 text-22">
        Cancel this group buy
      </h2>
      {own?.figures && (
        <div className="mb-5">
          <ConfirmInPlace
            key={seenText(own.figures)}
            question={`Cancel the group buy of ${buy.product_name}?`}
            detail={<CancelPreview figures={own.figures} reason={own.values.reason ?? ''} />}
            confirmLabel="Cancel group buy"
            cancelLabel="Keep it open"
            cancelTo={pathname}
            fields={{
              intent: CANCEL_INTENT,
              reason: own.values.reason ?? '',
              seen: seenText(own.figures),
              key: sendKey,
            }}
          />
        </div>
      )}
      <p className="mb-3 max-w-measure">
        Staff need no notice. First you see who and what goes back; nothing is cancelled before you confirm it.
      </p>
      <Form ref={form} method="post" noValidate className="grid max-w-measure gap-3">
        <input type="hidden" name="intent" value={CANCEL_INTENT} />
        <TextArea
          label="Reason for cancelling"
          rows={2}
          maxLength={300}
          {...field('reason')}
          hint="Everyone in it and the shop get it by mail, and it stays on this record."
        />
        <div>
          <Button tone="plain" busy={busy} busyLabel="Counting">
            See what goes back
          </Button>
        </div>
      </Form>
    </section>
  )
}

function CancelPreview({ figures: { paid, unpaid, heldKobo }, reason }: { figures: CancelFigures; reason: string }) {
  const { least, most } = refundBusinessDays
  return (
    <>
      <ul className="list-disc pl-5">
        <li>
          {paid === 0
            ? 'Nobody has paid: no money goes back.'
            : `${plural(paid, 'paid order goes', 'paid orders go')} back: ${kobo(heldKobo)}. PEPS within minutes, naira in ${least} to ${most} business days.`}
        </li>
        <li>
          {unpaid === 0
            ? 'No unpaid order is open.'
            : `${plural(unpaid, 'unpaid order ends', 'unpaid orders end')}; nothing is owed.`}
        </li>
        <li>Everyone in it and the shop are told at once. The goods are in the shop’s stock again.</li>
        <li>This cannot be undone.</li>
      </ul>
      <p className="mt-3 wrap-anywhere">Your reason: {reason}</p>
    </>
  )
}
