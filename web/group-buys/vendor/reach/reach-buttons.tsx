import { audiencesOf, MAX_BROADCAST_LENGTH, unpaidText } from '#domain/group-buys/selling/broadcasts.ts'
import { type ExtensibleBuy, extensionFault } from '#domain/group-buys/selling/extending.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { plural } from '#web/ui/format.ts'
import { extendPath, messagesPath } from './address.ts'
import { audienceSizes } from './audience-texts.ts'
import { ExtensionChoice, ExtensionConsequences } from './extension-choice.tsx'

interface ReachableBuy {
  id: string
  product_name: string
  status: string
  payment_mode: string
  payment_due_at: string | null
  end_date: string
  current_participants: number
  paid_participants: number
  allow_extension: boolean
  extended_at: string | null
}

interface ReachButtonsProps {
  buy: ReachableBuy
  extensible: ExtensibleBuy | null
  now: string
  /** Idempotency keys of the two forms. */
  keys: { message: string; extend: string }
}

const OPENER = buttonClass({ tone: 'plain', size: 'small' })

/** For a row of a list: writes to those who have not paid, and extends the buy, each after one question. */
export function ReachButtons({ buy, extensible, now, keys }: ReachButtonsProps) {
  const { unpaid } = audienceSizes(buy)
  const canWrite = unpaid > 0 && audiencesOf({ status: buy.status, paymentMode: buy.payment_mode }).includes('unpaid')
  const canExtend = extensible && !extensionFault(extensible, { days: 1, now: new Date(now) })
  return (
    <>
      {canWrite && buy.payment_due_at && (
        <ConfirmForm
          className={OPENER}
          question={`Write to ${plural(unpaid, 'person who has', 'people who have')} not paid?`}
          detail={`They get it at once: "From your shop about ${buy.product_name}".`}
          confirmLabel={`Send to ${plural(unpaid, 'person', 'people')}`}
          confirmTone="primary"
          cancelLabel="Do not send"
          action={messagesPath(buy.id)}
          fields={{ intent: 'send', audience: 'unpaid', key: keys.message }}
          choice={
            <TextArea
              label="Message"
              name="message"
              rows={5}
              maxLength={MAX_BROADCAST_LENGTH}
              defaultValue={unpaidText(buy.product_name, new Date(buy.payment_due_at))}
            />
          }
        >
          Write to the unpaid<span className="sr-only"> of {buy.product_name}</span>
        </ConfirmForm>
      )}
      {canExtend && (
        <ConfirmForm
          className={OPENER}
          question={`Extend the group buy of ${buy.product_name}?`}
          detail={
            <ExtensionConsequences
              people={buy.current_participants}
              replacesAutomatic={buy.allow_extension && !buy.extended_at}
            />
          }
          confirmLabel="Extend"
          confirmTone="primary"
          cancelLabel="Leave its dates"
          action={extendPath(buy.id)}
          fields={{ end_date: buy.end_date, key: keys.extend }}
          choice={<ExtensionChoice buy={extensible} now={now} />}
        >
          Extend<span className="sr-only"> {buy.product_name}</span>
        </ConfirmForm>
      )}
    </>
  )
}
