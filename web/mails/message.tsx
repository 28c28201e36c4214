import { data, Link } from 'react-router'
import { allMessages, isNoticed, type MessageName, noticedMessage, renderMail } from '#domain/all-messages.ts'
import { sampleMessage } from '#domain/mails/sample-messages.ts'
import { topicTexts } from '#domain/notices/topics.ts'
import { fillTemplate, isTextKind } from '#domain/text-messages/templates.ts'
import { textMessage } from '#domain/text-messages/text-message.ts'
import { i18nFor } from '#web/languages/i18n.ts'
import { LANGUAGES, type Language } from '#web/languages/languages.ts'
import { translate } from '#web/languages/translate.ts'
import { pageMeta } from '#web/page-meta.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/message.ts'

export function loader({ params }: Route.LoaderArgs) {
  if (!Object.hasOwn(allMessages, params.name)) throw data('Message not found', { status: 404 })
  const name = params.name as MessageName
  const facts = sampleMessage(name)
  const { subject, text } = renderMail(name, { facts, site: 'https://market.example' })
  const noticed = isNoticed(name) ? noticedMessage(name) : null
  const notice = noticed?.notice(facts)
  const sms = isNoticed(name) && isTextKind(name) ? textMessage(name, facts) : null
  // Only the catalogues that the site offers are registered on the server.
  const languages = (Object.keys(LANGUAGES) as Language[]).filter(
    (language) => i18nFor(language).locale === language || language === 'en',
  )
  return {
    name,
    mail: { subject, text },
    topic: noticed ? topicTexts[noticed.topic].label : null,
    notices: notice
      ? languages.map((language) => ({
          language: LANGUAGES[language].name,
          tag: LANGUAGES[language].tag,
          title: translate(i18nFor(language), notice.title),
          body: translate(i18nFor(language), notice.body),
        }))
      : [],
    sms:
      sms && isTextKind(name)
        ? fillTemplate(name, [...sms.values, ...(sms.handOverId ? ['123 456'] : []), 'https://market.example'])
        : null,
  }
}

/** One message as its recipient gets it, with example facts. */
export default function Message({ loaderData: { name, mail, topic, notices, sms } }: Route.ComponentProps) {
  return (
    <>
      <p className="mb-2 text-link">
        <Link to="/chief/settings/templates">All mails and notices</Link>
      </p>
      <PageHeading
        lead={topic ? `About: ${topic}.` : 'Goes by mail only, because its reader need not have an account.'}
      >
        {mail.subject}
      </PageHeading>
      <p className="mb-6 max-w-measure text-soft">
        With example facts. The words of {name} follow from the facts of each case: amounts, dates, what comes back and
        until when. They promise money, so they are part of the product, are tested and translated with it, and cannot
        be changed here.
      </p>
      <div className="grid items-start gap-8 *:min-w-0 xl:grid-cols-2">
        <div>
          <SectionHeading>As a mail</SectionHeading>
          <article className="rounded-card border border-grain bg-card p-4">
            <p className="mb-3 border-b border-grain pb-3 font-bold break-words">{mail.subject}</p>
            <p className="whitespace-pre-wrap wrap-anywhere">{mail.text}</p>
          </article>
        </div>
        {notices.length > 0 && (
          <div>
            <SectionHeading>As a notice</SectionHeading>
            <ul className="grid gap-4">
              {notices.map(({ language, tag, title, body }) => (
                <li key={tag} className="rounded-card border border-grain bg-card p-4">
                  <p className="mb-1 text-14 text-soft">{language}</p>
                  <div lang={tag}>
                    <p className="font-bold break-words">{title}</p>
                    <p className="break-words">{body}</p>
                  </div>
                </li>
              ))}
            </ul>
          </div>
        )}
        {sms && (
          <div>
            <SectionHeading>As an SMS</SectionHeading>
            <p className="rounded-card border border-grain bg-card p-4 wrap-anywhere">{sms}</p>
          </div>
        )}
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.mail.subject ?? 'Message', 'A message with example facts.')
