import { data, Link, redirect } from 'react-router'
import { allMessages, isNoticed, type MessageName, noticedMessage } from '#domain/all-messages.ts'
import { isLocked } from '#domain/mails/own-texts/locked-messages.ts'
import { messageCases } from '#domain/mails/own-texts/message-cases.ts'
import { previewSlot, slotStandard, slotsOf, type TextSlot } from '#domain/mails/own-texts/message-parts.ts'
import { topicTexts } from '#domain/notices/topics.ts'
import { apiContext } from '#web/context.ts'
import { type FormResult, keepInputOffline, readForm, reject, rejectCommand } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { LANGUAGES } from '#web/languages/languages.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import type { Route } from './+types/message.ts'
import { LockedText } from './locked-text.tsx'
import { OwnTextForm } from './own-text-form.tsx'
import { OwnTextHistory } from './own-text-history.tsx'
import { listOwnVersions } from './queries.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const name = messageNamed(params.name)
  const slot = slotFrom(name, url.searchParams)
  const standard = slotStandard(slot)
  if (!standard) throw data('Message not found', { status: 404 })
  const versions = await listOwnVersions(context.get(apiContext), slot)
  const words = { subject: standard.subject, body: standard.body }
  return {
    slot,
    key: crypto.randomUUID(),
    isLocked: isLocked(name),
    topic: isNoticed(name) ? topicTexts[noticedMessage(name).topic].label : null,
    tabs: tabsOf(name, slot),
    standard: words,
    example: previewSlot(slot, words),
    placeholders: standard.placeholders.map(({ name: placeholder, isRequired }) => ({
      name: placeholder,
      isRequired,
      sample: previewSlot(slot, { subject: '', body: `{${placeholder}}` }).body.replace(/^Ajoja: /, ''),
    })),
    versions: versions.slice(0, 50),
    hasStandardChanged:
      versions[0]?.body != null &&
      (versions[0].standard_subject !== standard.subject || versions[0].standard_body !== standard.body),
    saved: url.searchParams.get('done') === 'saved',
  }
}

/** Previews the input, sends it to the chief, saves it, or takes the standard text again. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { name: kind, part, variant, language } = slotFrom(messageNamed(params.name), url.searchParams)
  const api = context.get(apiContext)
  const words = { kind, part, variant, language, subject: form.field('subject'), body: form.field('body') }
  const intent = form.field('intent')
  if (intent === 'preview') return { ok: true, text: '', errors: {}, values: form.values } satisfies FormResult
  if (intent === 'test') {
    const sent = await api.command('send-test-message', words, form.key)
    if (!sent.ok) return rejectCommand(form, sent)
    const text = `The test is on its way to ${sent.value.recipient_email}. Nothing is saved yet.`
    return { ok: true, text, errors: {}, values: form.values } satisfies FormResult
  }
  const version = Number(form.field('version'))
  if (!Number.isInteger(version)) return reject(form, { errors: {} })
  const saved = await api.command(
    'save-message-text',
    { ...words, version, use_standard: intent === 'standard' },
    form.key,
  )
  if (!saved.ok) return rejectCommand(form, saved)
  const query = new URLSearchParams({ part, variant, language, done: 'saved' })
  return redirect(`${pathOf(kind)}?${query}`)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** One message: the text of each part, case and language, and the editor of the chosen one. */
export default function Message({ loaderData, actionData }: Route.ComponentProps) {
  const { slot, topic, tabs, standard, example, placeholders, versions, hasStandardChanged, saved } = loaderData
  const result: FormResult | undefined = actionData
  const [newest] = versions
  const own = newest && newest.body !== null ? { subject: newest.subject ?? '', body: newest.body } : null
  const version = newest?.version ?? 0
  const lang = LANGUAGES[slot.language as keyof typeof LANGUAGES].tag
  return (
    <>
      <p className="mb-2 text-link">
        <Link to="/chief/settings/templates">All mails and notices</Link>
      </p>
      <PageHeading
        lead={topic ? `About: ${topic}.` : 'Goes by mail only, because its reader need not have an account.'}
      >
        {example.subject || slot.name}
      </PageHeading>
      {tabs.map(({ label, tabs: choices }) => choices.length > 1 && <Tabs key={label} label={label} tabs={choices} />)}
      {loaderData.isLocked ? (
        <LockedText lang={lang} text={example} />
      ) : (
        <>
          <p className="my-4 max-w-measure text-soft">
            {own ? 'This text is sent in place of the standard one' : 'The standard text is sent'}, in this case and
            language. If the facts of a message fit no case here, the standard text is sent.
          </p>
          {saved && !result && (
            <Notice tone="success" className="mb-5">
              Saved. The next message says this.
            </Notice>
          )}
          {hasStandardChanged && (
            <Notice tone="warning" className="mb-5">
              The standard text has changed since this text was written. Check that it is still right, then save it.
            </Notice>
          )}
          <OutcomeNotice outcome={result} />
          <OwnTextForm
            key={`${slot.part} ${slot.variant} ${slot.language} ${version}`}
            part={slot.part}
            lang={lang}
            version={version}
            stored={own ?? standard}
            standard={standard}
            placeholders={placeholders}
            isOwn={own !== null}
            actKey={loaderData.key}
            result={result}
          />
          <OwnTextHistory versions={versions} actKey={loaderData.key} />
        </>
      )}
    </>
  )
}

const pathOf = (name: string) => `/chief/settings/templates/messages/${name}`

function messageNamed(name: string): MessageName {
  if (!Object.hasOwn(allMessages, name)) throw data('Message not found', { status: 404 })
  return name as MessageName
}

/** The text that the address names; what it leaves out is the first there is. */
function slotFrom(name: MessageName, asked: URLSearchParams): TextSlot {
  const wish = (key: 'part' | 'variant' | 'language') => asked.get(key)
  const slots = slotsOf(name)
  const part = slots.find((slot) => slot.part === (wish('part') ?? 'mail'))?.part ?? 'mail'
  const ofPart = slots.filter((slot) => slot.part === part)
  const variant = ofPart.find((slot) => slot.variant === wish('variant'))?.variant ?? 'usual'
  const language = ofPart.find((slot) => slot.language === wish('language'))?.language ?? 'en'
  return { name, part, variant, language }
}

/** Links to the other parts, cases and languages. */
function tabsOf(name: MessageName, current: TextSlot) {
  const slots = slotsOf(name)
  const ofPart = slots.filter(({ part }) => part === current.part)
  const labels = new Map(messageCases(name).map(({ key, label }) => [key, label]))
  const tab = (label: string, slot: Partial<TextSlot>, isCurrent: boolean) => ({
    label,
    current: isCurrent,
    to: `${pathOf(name)}?${new URLSearchParams({
      part: slot.part ?? current.part,
      variant: slot.variant ?? current.variant,
      language: slot.language ?? current.language,
    })}`,
  })
  const unique = <Value,>(values: Value[]) => [...new Set(values)]
  return [
    {
      label: 'Parts',
      tabs: unique(slots.map(({ part }) => part)).map((part) =>
        tab(partLabels[part], { part, variant: 'usual', language: 'en' }, part === current.part),
      ),
    },
    {
      label: 'Cases',
      tabs: unique(ofPart.map(({ variant }) => variant)).map((variant) =>
        tab(labels.get(variant) ?? variant, { variant }, variant === current.variant),
      ),
    },
    {
      label: 'Languages',
      tabs: unique(ofPart.map(({ language }) => language)).map((language) =>
        tab(LANGUAGES[language as keyof typeof LANGUAGES].name, { language }, language === current.language),
      ),
    },
  ]
}

const partLabels = { mail: 'Mail', notice: 'Notice', sms: 'SMS' } as const

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.example.subject || 'Message', 'The texts of a message.')
