import { data, Form, redirect } from 'react-router'
import { checkFields, text } from '#domain/forms/validation.ts'
import { knownPlaceholders, listPlaceholders, previewTemplate, templateFaults } from '#domain/mails/template-check.ts'
import { placeholderMeanings } from '#domain/mails/templates.ts'
import { apiContext } from '#web/context.ts'
import { type FormResult, keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { saveEdits } from '#web/forms/save-edits.ts'
import { VersionField } from '#web/forms/version-field.tsx'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/template.ts'
import { changeTemplate, listTemplateChanges, readTemplate } from './queries.ts'
import { versionsBefore } from './template-history.ts'
import { TemplateHistory } from './template-versions.tsx'
import { TextButtons } from './text-buttons.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const template = isId(params.id) ? await readTemplate(api, params.id) : null
  if (!template) throw data('Template not found', { status: 404 })
  const words = { subject: template.subject, content: template.content }
  const isSound = Object.keys(templateFaults(words, template.type)).length === 0
  return {
    template,
    key: crypto.randomUUID(),
    versions: versionsBefore(words, await listTemplateChanges(api, template.id)),
    placeholders: listPlaceholders(`${words.subject}\n${words.content}`),
    known: knownPlaceholders(template.type) ?? null,
    preview: isSound ? previewTemplate(words) : null,
  }
}

interface TemplateResult extends FormResult {
  preview?: TemplateText
}

interface TemplateText {
  subject: string
  content: string
}

/**
 * Renders a preview of the input for the intent `preview`, sends it to the chief for `test`, and saves it otherwise. A
 * former version is restored by saving its words.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { values, field } = form
  const checked = checkFields<TemplateText>(values, {
    subject: text({ label: 'Subject', max: 200 }),
    content: text({ label: 'Content', max: 50_000, lines: true }),
  })
  const type = (await readTemplate(context.get(apiContext), params.id))?.type ?? ''
  const errors = checked.ok ? templateFaults(checked.value, type) : checked.errors
  if (!checked.ok || Object.keys(errors).length > 0) return reject(form, { text: '', errors })
  const shown = previewTemplate(checked.value)
  const preview = { subject: shown.subject, content: shown.text }
  if (field('intent') === 'preview') {
    return { ok: true, text: '', errors: {}, values, preview } satisfies TemplateResult
  }
  const api = context.get(apiContext)
  if (field('intent') === 'test') {
    const sent = await api.command('send-test-mail', { type, ...checked.value }, form.key)
    if (!sent.ok) return reject(form, { text: sent.refusal.message, preview })
    const text = `The test is on its way to ${sent.value.recipient_email}. Nothing is saved yet.`
    return { ok: true, text, errors: {}, values, preview } satisfies TemplateResult
  }
  const saved = await saveEdits({
    typed: values,
    current: async () => {
      const stored = await readTemplate(api, params.id)
      return stored && { values: { subject: stored.subject, content: stored.content }, version: stored.updated_at }
    },
    check: ({ subject = '', content = '' }) => ({ ok: true, value: { subject, content } }),
    write: (words, version) => changeTemplate(api, { id: params.id, version }, words),
  })
  if ('clash' in saved) return data({ ...saved.clash, preview }, 409)
  if (!saved.answer.error) return redirect('/chief/settings/templates?done=saved')
  return reject(form, { text: saved.answer.error.message, preview })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function EditTemplate({ loaderData, actionData }: Route.ComponentProps) {
  const { template, placeholders, known, versions, key } = loaderData
  const result: TemplateResult | undefined = actionData
  const saved = loaderData.preview && { subject: loaderData.preview.subject, content: loaderData.preview.text }
  const preview = result ? result.preview : saved
  const { form, field, values } = useFormFields(result)
  return (
    <>
      <PageHeading
        lead={
          known
            ? 'Placeholders are filled in for each person. Any other placeholder is rejected.'
            : `In use: ${placeholders.join(', ') || 'no placeholders'}. full_name and base_url are always available.`
        }
      >
        Template {template.type}
      </PageHeading>
      <OutcomeNotice outcome={result} />
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <Form ref={form} method="post" noValidate className="grid gap-5">
          <input type="hidden" name="key" value={key} />
          <VersionField values={values} row={{ subject: template.subject, content: template.content }} />
          <TextField label="Subject" {...field('subject', template.subject)} maxLength={200} />
          <TextArea
            label="Content"
            {...field('content', template.content)}
            rows={16}
            hint="{{placeholder}}, and {{#list}} … {{/list}} for a list"
          />
          <TextButtons save="Save template" />
        </Form>
        <div>
          <SectionHeading>Preview</SectionHeading>
          {preview ? (
            <article className="rounded-card border border-grain bg-card p-4">
              <p className="mb-3 border-b border-grain pb-3 font-bold break-words">{preview.subject}</p>
              <p className="break-words whitespace-pre-wrap">{preview.content}</p>
            </article>
          ) : (
            <p className="text-soft">The preview appears here once the template is valid.</p>
          )}
          <p className="mt-2 text-14 text-soft">With sample values; names in brackets are filled in on sending.</p>
          {known && <Placeholders known={known} required={template.required} />}
        </div>
      </div>
      <TemplateHistory template={template} versions={versions} />
    </>
  )
}

function Placeholders({ known, required }: { known: readonly string[]; required: readonly string[] }) {
  return (
    <section className="mt-6">
      <h2 className="mb-2 text-18 font-bold">Placeholders</h2>
      <dl className="grid gap-2">
        {known.map((name) => (
          <div key={name}>
            <dt className="font-mono text-14">
              {name.includes('.') ? `{{${name.split('.')[1]}}} inside {{#${name.split('.')[0]}}}` : `{{${name}}}`}
              {required.includes(name) && ' (needed)'}
            </dt>
            <dd className="text-14 text-soft">{placeholderMeanings[name] ?? 'Filled in on sending'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(`Template ${loaderData?.template.type ?? ''}`, 'The text of a mail.')
