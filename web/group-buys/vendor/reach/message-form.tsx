import { data, Form, useNavigation } from 'react-router'
import { PAY_ONLY_HERE } from '#domain/group-buys/selling/broadcast-messages.ts'
import {
  type Audience,
  broadcastLimit,
  MAX_BROADCAST_LENGTH,
  unpaidText,
} from '#domain/group-buys/selling/broadcasts.ts'
import { type FormResult, reject, type SubmittedForm } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { ConfirmInPlace } from '#web/ui/fields/confirm-form.tsx'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import { plural } from '#web/ui/format.ts'
import { audienceSizes, audienceText } from './audience-texts.ts'

export const PREVIEW_MESSAGE = 'preview'
export const SEND_MESSAGE = 'send'

interface AddressedBuy {
  id: string
  product_name: string
  payment_due_at: string | null
  current_participants: number
  paid_participants: number
}

/** The message as its recipients get it, before it is sent. */
export function previewMessage(form: SubmittedForm) {
  if (form.field('message') === '') return reject(form, { errors: { message: 'Please write a message.' } })
  return data<FormResult>({ ok: true, text: '', errors: {}, values: form.values })
}

interface MessageFormProps {
  buy: AddressedBuy
  to: Audience
  audiences: readonly Audience[]
  result: FormResult | undefined
  /** The button to send is above. */
  isPreviewed: boolean
}

/** A message to the people in a buy, seen before it is sent. */
export function MessageForm({ buy, to, audiences, result, isPreviewed }: MessageFormProps) {
  const { form, field, values } = useFormFields(result)
  const busy = useNavigation().formData?.get('intent') === PREVIEW_MESSAGE
  const sizes = audienceSizes(buy)
  const wanted = audiences.find((audience) => audience === (values?.audience ?? to)) ?? 'everybody'
  const text = to === 'unpaid' && buy.payment_due_at ? unpaidText(buy.product_name, new Date(buy.payment_due_at)) : ''
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-measure gap-5">
      <RadioChoice
        legend="To"
        name="audience"
        chosen={wanted}
        options={audiences.map((audience) => ({
          value: audience,
          label: `${audienceText(audience)}: ${plural(sizes[audience], 'person', 'people')}`,
          disabled: sizes[audience] === 0,
        }))}
      />
      <TextArea
        label="Message"
        {...field('message', text)}
        rows={5}
        maxLength={MAX_BROADCAST_LENGTH}
        hint={`At most ${MAX_BROADCAST_LENGTH} characters. They cannot answer it; their orders have a conversation with you.`}
      />
      <p className="text-14 text-soft">
        Each person gets it in Ajoja, and by mail and on the phone as they chose. You can send {broadcastLimit.most}{' '}
        messages in 24 hours about one group buy, one in {broadcastLimit.pauseMs / 60_000} minutes. Our staff can read
        them.
      </p>
      <div>
        <Button
          name="intent"
          value={PREVIEW_MESSAGE}
          tone={isPreviewed ? 'plain' : 'primary'}
          busy={busy}
          busyLabel="Loading"
        >
          See it before it is sent
        </Button>
      </div>
    </Form>
  )
}

interface MessagePreviewProps {
  buy: AddressedBuy
  /** The sender's name. */
  shop: string
  values: FormResult['values']
  sendKey: string
  /** Where it is not sent. */
  cancelTo: string
}

/** The message as its recipients get it, to be confirmed. */
export function MessagePreview({ buy, shop, values, sendKey, cancelTo }: MessagePreviewProps) {
  const { audience = 'everybody', message = '' } = values
  const people = plural(audienceSizes(buy)[audience as Audience] ?? 0, 'person', 'people')
  return (
    <ConfirmInPlace
      question={`Send this to ${people}?`}
      detail={
        <>
          <p className="text-14 text-soft">{audienceText(audience)}</p>
          <p className="mt-3 font-semibold break-words">
            From {shop} about {buy.product_name}
          </p>
          <p className="break-words whitespace-pre-line">{message}</p>
          <p className="mt-2 text-14 text-soft">{PAY_ONLY_HERE}</p>
        </>
      }
      confirmLabel={`Send to ${people}`}
      confirmTone="primary"
      cancelLabel="Do not send"
      cancelTo={cancelTo}
      fields={{ intent: SEND_MESSAGE, audience, message, key: sendKey }}
    />
  )
}
