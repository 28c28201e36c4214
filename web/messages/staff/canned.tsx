import { data, Form } from 'react-router'
import { SUPPORT_TOPICS, topicLabels } from '#domain/messages/support.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { CollapsedForm } from '#web/desk/moderation.tsx'
import { type FormResult, keepInputOffline, readForm, reject, succeed } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { messagesBase, readsInbox } from '../area.ts'
import { MessageTabs } from '../message-tabs.tsx'
import type { Route } from './+types/canned.ts'
import { type CannedAnswer, listCannedAnswers } from './support-queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { role } = context.get(viewerContext)
  if (!readsInbox(role)) throw data(null, 404)
  const answers = await listCannedAnswers(context.get(apiContext))
  return { answers, role, base: messagesBase(url.pathname), newId: crypto.randomUUID() }
}

/** The form's id makes a repeated submission write one row. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field } = form
  const answers = context.get(apiContext).tables.from('canned_answers')
  const id = field('id')
  if (!isId(id)) return reject(form, { text: 'This answer is no longer there.' })
  if (field('intent') === 'remove') {
    const { error } = await answers.delete().eq('id', id).select('id')
    return error ? reject(form, { text: error.message }) : succeed('The canned answer is removed.')
  }
  const written = { title: field('title'), topic: field('topic'), body: field('body') }
  const errors = {
    ...(written.title === '' && { title: 'Please write a title.' }),
    ...(written.body === '' && { body: 'Please write the answer.' }),
  }
  if (Object.keys(errors).length > 0) return reject(form, { errors })
  const { data: rows, error } =
    field('intent') === 'add'
      ? await answers.insert({ id, ...written }).select('id')
      : await answers.update(written).eq('id', id).select('id')
  if (error?.code === '23505') return reject(form, { text: 'There is already an answer with this title.' })
  if (error || !rows?.length) return reject(form, { text: error?.message ?? 'Only chiefs write canned answers.' })
  return succeed(`Saved: ${written.title}.`)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function CannedAnswers({ loaderData, actionData }: Route.ComponentProps) {
  const { answers, role, base, newId } = loaderData
  const mayWrite = role === 'chief'
  return (
    <>
      <PageHeading lead="Answers to begin with. They are edited before they are sent; {name} and {order} are filled in.">
        Canned answers
      </PageHeading>
      <MessageTabs base={base} current="canned" role={role} />
      <OutcomeNotice outcome={actionData} />
      {answers.length === 0 && <EmptyState title="No canned answers yet.">Chiefs write them here.</EmptyState>}
      <ul className="grid max-w-measure divide-y divide-grain">
        {answers.map((answer) => (
          <li key={answer.id} className="grid gap-2 py-4">
            <h2 className="text-18 break-words">{answer.title}</h2>
            <p className="break-words whitespace-pre-line">{answer.body}</p>
            {mayWrite && (
              <CollapsedForm label={`Edit ${answer.title}`} open={isOf(actionData, answer.id)}>
                <CannedForm answer={answer} id={answer.id} result={actionData} />
              </CollapsedForm>
            )}
          </li>
        ))}
      </ul>
      {mayWrite && (
        <section aria-labelledby="new" className="mt-8 max-w-measure border-t border-grain pt-5">
          <h2 id="new" className="mb-3 text-22">
            A new canned answer
          </h2>
          <CannedForm key={answers.length} id={newId} result={actionData} />
        </section>
      )}
    </>
  )
}

const isOf = (result: FormResult | undefined, id: string) => result?.values.id === id

function CannedForm({ answer, id, result }: { answer?: CannedAnswer; id: string; result: FormResult | undefined }) {
  const isNew = answer === undefined
  const own = isNew ? result?.values.intent === 'add' : isOf(result, id)
  const { form, field } = useFormFields(own ? result : undefined)
  return (
    <Form ref={form} method="post" preventScrollReset noValidate className="grid gap-3">
      <input type="hidden" name="id" value={own ? (result?.values.id ?? id) : id} />
      <TextField label="Title" {...field('title', answer?.title)} required maxLength={80} />
      <SelectField
        label="Topic"
        {...field('topic', answer?.topic ?? 'other')}
        options={SUPPORT_TOPICS.map((topic) => ({ value: topic, label: topicLabels[topic] }))}
      />
      <TextArea label="Answer" {...field('body', answer?.body)} rows={5} required maxLength={2000} />
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value={isNew ? 'add' : 'change'} tone={isNew ? 'primary' : 'plain'}>
          {isNew ? 'Add canned answer' : 'Save'}
        </Button>
        {!isNew && (
          <Button name="intent" value="remove" tone="danger">
            Remove
          </Button>
        )}
      </div>
    </Form>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Canned answers', 'Answers that staff begin with.')
