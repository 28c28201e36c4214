import { Form, useNavigation } from 'react-router'
import { RecordSection } from '#web/desk/records/record-screen.tsx'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { datedMoment } from '#web/ui/format.ts'
import type { DataRequestRow } from './queries.ts'

interface StepsProps {
  request: DataRequestRow
  result: FormResult | undefined
  sendKey: string
  isMine: boolean
}

/** Take over, extend, fulfil or refuse. */
export function Steps({ request, result, sendKey, isMine }: StepsProps) {
  const busy = useNavigation().state === 'submitting'
  const { form, field } = useFormFields(result)
  // With an account, two chiefs press "Erase the account".
  const canFulfil = request.kind !== 'erasure' || request.person_id === null
  return (
    <RecordSection id="steps" title="Answer">
      {!isMine && (
        <Form method="post" className="mb-4">
          <input type="hidden" name="key" value={sendKey} />
          <Button name="step" value="take" tone="plain" busy={busy} busyLabel="Saving">
            I handle it
          </Button>
        </Form>
      )}
      <Form ref={form} method="post" noValidate className="grid max-w-measure gap-4">
        <input type="hidden" name="key" value={sendKey} />
        <TextArea
          label="Outcome or reason"
          {...field('text')}
          rows={3}
          maxLength={500}
          hint="What was done, why it is refused, or why it takes longer. It stays on record."
        />
        {request.extended_to === null && (
          <TextField
            label="New deadline"
            type="date"
            {...field('until')}
            hint="Only to extend: at most 60 days after the receipt."
          />
        )}
        <div className="flex flex-wrap gap-3">
          {canFulfil && (
            <Button name="step" value="fulfil" busy={busy} busyLabel="Saving">
              Fulfilled
            </Button>
          )}
          {request.extended_to === null && (
            <Button name="step" value="extend" tone="plain" busy={busy} busyLabel="Saving">
              Extend
            </Button>
          )}
          <Button name="step" value="refuse" tone="danger" busy={busy} busyLabel="Saving">
            Refuse
          </Button>
        </div>
      </Form>
    </RecordSection>
  )
}

interface ErasureProps {
  request: DataRequestRow
  names: Record<string, string>
  self: string | null
  sendKey: string
}

/** Names what goes and what stays by law before either chief presses. */
export function Erasure({ request, names, self, sendKey }: ErasureProps) {
  const { person_id: personId, agreed_by: agreedBy } = request
  return (
    <RecordSection id="erasure" title="Erase the account">
      {!personId && <p>This request names no account. Enter it again with the account’s e-mail address.</p>}
      {personId && agreedBy === self && <p>You have agreed. Another chief has to confirm it.</p>}
      {personId && agreedBy !== self && (
        <>
          <p className="mb-3 max-w-measure">
            {agreedBy
              ? `${names[agreedBy] ?? 'A chief'} has agreed. Your press erases the account for good.`
              : 'Two chiefs confirm it. Nothing is erased before the second one presses.'}
          </p>
          <ConfirmForm
            question={`Erase the account of ${names[personId] ?? 'this person'}?`}
            detail={<WhatErasureMeans />}
            confirmLabel={agreedBy ? 'Erase for good' : 'Agree to erase'}
            cancelLabel="Keep the account"
            fields={{ step: 'erase', key: sendKey }}
            className={buttonClass({ tone: 'danger' })}
          >
            {agreedBy ? 'Confirm the erasure' : 'Agree to the erasure'}
          </ConfirmForm>
        </>
      )}
    </RecordSection>
  )
}

const WhatErasureMeans = () => (
  <ul className="grid list-disc gap-1 ps-5">
    <li>Gone: name, e-mail, phone, password, devices, addresses, mails, notices, notes about them, PEPS.</li>
    <li>Stays without the name: orders, payments, receipts and the ledger. Tax law requires them for 7 years.</li>
    <li>Stays: what they wrote to others and in claims, as “Deleted member”. The other party needs it.</li>
    <li>Open orders, a running shop or money of it block the erasure; you are told which.</li>
    <li>It cannot be undone.</li>
  </ul>
)

interface HandedOutProps {
  exports: readonly { id: string; made_at: string; expires_at: string; taken_at: string | null }[]
  canMake: boolean
  sendKey: string
}

/** Files for handing out; each is downloaded once, which the person is told. */
export function HandedOut({ exports, canMake, sendKey }: HandedOutProps) {
  return (
    <RecordSection id="files" title="File of their data">
      <p className="mb-3 max-w-measure">
        A chief with the second step downloads it once, to hand it to the person. They are told by mail, and nothing of
        it is kept here.
      </p>
      <ul className="mb-3 divide-y divide-grain border-y border-grain empty:hidden">
        {exports.map(({ id, made_at: made, expires_at: until, taken_at: taken }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              Made {datedMoment(made)}
              <span className="block text-14 text-soft">
                {taken ? `Downloaded ${datedMoment(taken)}` : `Until ${datedMoment(until)}`}
              </span>
            </span>
            {!taken && (
              <Form method="post" action={`/chief/data-protection/exports/${id}`} reloadDocument>
                <Button type="submit" tone="plain">
                  Download once
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {canMake && (
        <Form method="post">
          <input type="hidden" name="key" value={sendKey} />
          <Button name="step" value="export" tone="plain">
            Make the file
          </Button>
        </Form>
      )}
    </RecordSection>
  )
}
