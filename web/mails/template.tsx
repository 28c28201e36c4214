import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { shownPlaceholders } from '#domain/mails/mail-texts.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { checkFields, type Errors, text } from '#domain/validation.ts'
import { apiContext } from '#web/context.ts'
import { saveEdits } from '#web/desk/save-edits.ts'
import { VersionField } from '#web/desk/version-field.tsx'
import { withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { isId } from '../list-page.ts'
import type { Route } from './+types/template.ts'
import { knownPlaceholders, listPlaceholders, previewTemplate, templateFaults } from './preview.server.ts'
import { changeTemplate, readTemplate } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const template = isId(params.id) ? await readTemplate(context.get(apiContext), params.id) : null
  if (!template) throw data('Template not found', { status: 404 })
  const words = { subject: template.subject, content: template.content }
  const isSound = Object.keys(templateFaults(words, template.type)).length === 0
  return {
    template,
    placeholders: listPlaceholders(`${words.subject}\n${words.content}`),
    known: knownPlaceholders(template.type) ?? null,
    preview: isSound ? previewTemplate(words) : null,
  }
}

interface TemplateResult {
  errors: Errors
  text: string | null
  values: TemplateInput
  preview: TemplateText | null
}

interface TemplateText {
  subject: string
  content: string
}

interface TemplateInput extends TemplateText {
  as_read?: string
}

/** Renders a preview of the input for the intent `preview`; saves it otherwise. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const values = valuesOf(form)
  const checked = checkFields<TemplateText>(
    { ...values },
    {
      subject: text({ label: 'Subject', max: 200 }),
      content: text({ label: 'Content', max: 50_000, lines: true }),
    },
  )
  const type = (await readTemplate(context.get(apiContext), params.id))?.type ?? ''
  const errors = checked.ok ? templateFaults(checked.value, type) : checked.errors
  if (!checked.ok || Object.keys(errors).length > 0)
    return data({ errors, text: null, values, preview: null } satisfies TemplateResult, 400)
  const shown = previewTemplate(checked.value)
  const preview = { subject: shown.subject, content: shown.text }
  if (form.get('intent') === 'preview') return { errors: {}, text: null, values, preview } satisfies TemplateResult
  const api = context.get(apiContext)
  const saved = await saveEdits({
    typed: { ...values, as_read: String(form.get('as_read') ?? '{}') },
    current: async () => {
      const stored = await readTemplate(api, params.id)
      return stored && { values: { subject: stored.subject, content: stored.content }, version: stored.updated_at }
    },
    check: ({ subject = '', content = '' }) => ({ ok: true, value: { subject, content } }),
    write: (words, version) => changeTemplate(api, { id: params.id, version }, words),
  })
  if ('clash' in saved) {
    const { errors, values: merged, outcome } = saved.clash
    const kept = {
      subject: merged.subject ?? '',
      content: merged.content ?? '',
      ...(merged.as_read && { as_read: merged.as_read }),
    }
    return data({ errors, text: outcome?.text ?? null, values: kept, preview } satisfies TemplateResult, 409)
  }
  if (!saved.answer.error) return redirect('/chief/settings/templates?done=saved')
  return data({ errors: {}, text: saved.answer.error.message, values, preview } satisfies TemplateResult, 409)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = valuesOf(await request.clone().formData())
  return withOfflineFallback(
    serverAction,
    () => ({ errors: {}, text: errorTexts.offline, values, preview: null }) satisfies TemplateResult,
  )
}

function valuesOf(form: FormData): TemplateInput {
  const read = form.get('as_read')
  return {
    subject: String(form.get('subject') ?? ''),
    content: String(form.get('content') ?? ''),
    ...(typeof read === 'string' && { as_read: read }),
  }
}

export default function EditTemplate({ loaderData, actionData }: Route.ComponentProps) {
  const { template, placeholders, known } = loaderData
  const busy = useNavigation().state === 'submitting'
  const result: TemplateResult | undefined = actionData
  const saved = loaderData.preview && { subject: loaderData.preview.subject, content: loaderData.preview.text }
  const preview = result ? result.preview : saved
  return (
    <>
      <p className="mb-2 text-link">
        <Link to="/chief/settings/templates">All templates</Link>
      </p>
      <PageHeading
        lead={
          known
            ? `This mail has the placeholders ${shownPlaceholders(known)}. Any other placeholder is rejected.`
            : `In use: ${placeholders.join(', ') || 'no placeholders'}. full_name and base_url are always available.`
        }
      >
        Template {template.type}
      </PageHeading>
      {result?.text && (
        <Notice tone="error" className="mb-5">
          {result.text}
        </Notice>
      )}
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <Form method="post" noValidate className="grid gap-5">
          <VersionField
            values={result?.values.as_read ? { as_read: result.values.as_read } : null}
            row={{ subject: template.subject, content: template.content }}
          />
          <TextField
            label="Subject"
            name="subject"
            maxLength={200}
            defaultValue={result?.values.subject ?? template.subject}
            error={result?.errors.subject}
          />
          <TextArea
            label="Content"
            name="content"
            rows={16}
            defaultValue={result?.values.content ?? template.content}
            error={result?.errors.content}
            hint="{{placeholder}}, and {{#list}} … {{/list}} for a list"
          />
          <div className="flex flex-wrap gap-3">
            <Button name="intent" value="save" busy={busy} busyLabel="Saving">
              Save template
            </Button>
            <Button name="intent" value="preview" tone="plain">
              Preview
            </Button>
          </div>
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
        </div>
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(`Template ${loaderData?.template.type ?? ''}`, 'The text of a mail.')
