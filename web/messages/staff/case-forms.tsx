import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { parseRole } from '#domain/accounts/roles.ts'
import { staffName } from '#domain/messages/conversation.ts'
import { MAX_ANSWER_LENGTH, SUPPORT_TOPICS, topicLabels } from '#domain/messages/support.ts'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import type { CannedAnswer } from './support-queries.ts'

interface ShownCase {
  status: string
  topic: string
  answers: number
  assigned_to: string | null
  person_name: string | null
}

interface AnswerFormProps {
  found: ShownCase
  canned: readonly CannedAnswer[]
  chosen: { id: string; text: string } | null
  sendKey: string
  result: FormResult | undefined
  /** Called while the answer is typed. */
  onWrite(): void
}

/** The canned answer is chosen by a link of its own, so that it works without scripts, and edited before it is sent. */
export function AnswerForm({ found, canned, chosen, sendKey, result, onWrite }: AnswerFormProps) {
  const { form, field, errors } = useFormFields(result?.values.intent?.startsWith('answer') ? result : undefined)
  const busy = useNavigation().formData?.get('intent')
  return (
    <div className="grid max-w-[760px] gap-4">
      {canned.length > 0 && (
        <Form method="get" action="#answer" preventScrollReset className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Begin with a canned answer"
            name="canned"
            defaultValue={chosen?.id ?? ''}
            options={[
              { value: '', label: 'An empty answer' },
              ...canned.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
          <Button tone="plain">Use it</Button>
        </Form>
      )}
      <Form ref={form} method="post" preventScrollReset noValidate className="grid gap-3">
        <input type="hidden" name="key" value={sendKey} />
        <input type="hidden" name="answers_seen" value={found.answers} />
        <TextArea
          label={`Answer to ${found.person_name}`}
          {...field('answer', chosen?.text)}
          error={errors.answer}
          rows={7}
          onInput={onWrite}
          required
          maxLength={MAX_ANSWER_LENGTH}
        />
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="answer" busy={busy === 'answer'} busyLabel="Sending">
            Send answer
          </Button>
          <Button
            name="intent"
            value="answer-and-close"
            tone="plain"
            busy={busy === 'answer-and-close'}
            busyLabel="Sending"
          >
            Send and close as solved
          </Button>
        </div>
      </Form>
    </div>
  )
}

interface AssignFormsProps {
  found: ShownCase
  userId: string
  colleagues: readonly { id: string; full_name: string; role: string }[]
}

export function AssignForms({ found, userId, colleagues }: AssignFormsProps) {
  const isMine = found.assigned_to === userId
  return (
    <>
      {!isMine && (
        <AssignForm from={found.assigned_to} to={userId}>
          <Button tone="plain">Take it</Button>
        </AssignForm>
      )}
      {found.assigned_to && (
        <AssignForm from={found.assigned_to} to="">
          <Button tone="plain">Give it back</Button>
        </AssignForm>
      )}
      {colleagues.length > 0 && (
        <AssignForm from={found.assigned_to}>
          <SelectField
            label="Colleague"
            hideLabel
            name="to_id"
            defaultValue=""
            required
            options={[
              { value: '', label: 'Choose a colleague' },
              ...colleagues.map(({ id, full_name: name, role }) => ({
                value: id,
                label: staffName(name, parseRole(role)),
              })),
            ]}
          />
          <Button tone="plain">Give it to them</Button>
        </AssignForm>
      )}
    </>
  )
}

interface AssignFormProps {
  from: string | null
  to?: string
  children: ReactNode
}

function AssignForm({ from, to, children }: AssignFormProps) {
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-2">
      <input type="hidden" name="intent" value="assign" />
      <input type="hidden" name="from_id" value={from ?? ''} />
      {to !== undefined && <input type="hidden" name="to_id" value={to} />}
      {children}
    </Form>
  )
}

/** Topic, and closing without an answer. */
export function SortForms({ found }: { found: ShownCase }) {
  const isSolved = found.status === 'solved'
  return (
    <div className="grid gap-3">
      <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-2">
        <SelectField
          label="Topic"
          name="topic"
          defaultValue={found.topic}
          options={SUPPORT_TOPICS.map((topic) => ({ value: topic, label: topicLabels[topic] }))}
        />
        <Button tone="plain">Save topic</Button>
      </Form>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="status" value={isSolved ? 'new' : 'solved'} />
        <Button tone="plain">{isSolved ? 'Open again' : 'Close as solved'}</Button>
      </Form>
    </div>
  )
}

export function NoteForm({ result }: { result: FormResult | undefined }) {
  const { form, field } = useFormFields(result?.values.note ? result : undefined)
  return (
    <Form ref={form} method="post" preventScrollReset className="grid gap-2">
      <TextArea label="Note for staff" {...field('note')} rows={3} required maxLength={2000} />
      <div>
        <Button tone="plain">Save note</Button>
      </div>
    </Form>
  )
}
