import { Form } from 'react-router'
import { VersionField } from '#web/forms/version-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { lineDifference, type TemplateVersion } from './template-history.ts'

interface TemplateHistoryProps {
  template: { subject: string; content: string; default_subject: string | null; default_content: string | null }
  versions: readonly TemplateVersion[]
}

/** The words that came with the product, and those before each change, each with what bringing them back would change. */
export function TemplateHistory({ template, versions }: TemplateHistoryProps) {
  const { default_subject: subject, default_content: content } = template
  const isDefault = subject === template.subject && content === template.content
  return (
    <section aria-labelledby="history" className="mt-8">
      <SectionHeading id="history">History</SectionHeading>
      <ul className="grid gap-4">
        {versions.map((version) => (
          <li key={version.id} className="rounded-card border border-grain bg-card p-4">
            <p>
              {version.who} changed it, {datedMoment(version.at)}.
            </p>
            <Restore template={template} words={version} label="Bring back the words before this change" />
          </li>
        ))}
        {subject !== null && content !== null && (
          <li className="rounded-card border border-grain bg-card p-4">
            <p>
              {isDefault ? 'These are the words that came with the market.' : 'The words that came with the market.'}
            </p>
            {!isDefault && <Restore template={template} words={{ subject, content }} label="Reset to these words" />}
          </li>
        )}
      </ul>
    </section>
  )
}

interface RestoreProps {
  template: TemplateHistoryProps['template']
  words: { subject: string; content: string }
  label: string
}

function Restore({ template, words, label }: RestoreProps) {
  const { gone, added } = lineDifference(
    `${template.subject}\n${template.content}`,
    `${words.subject}\n${words.content}`,
  )
  if (gone.length === 0 && added.length === 0) return <p className="text-14 text-soft">Those are the words of today.</p>
  return (
    <details className="mt-1">
      <summary className="min-h-11 cursor-pointer py-2 text-link underline underline-offset-4">
        Compare with today
      </summary>
      <Lines label="Only today" lines={gone} />
      <Lines label="Would come back" lines={added} />
      <Form method="post" className="mt-3">
        <VersionField values={null} row={{ subject: template.subject, content: template.content }} />
        <input type="hidden" name="subject" value={words.subject} />
        <input type="hidden" name="content" value={words.content} />
        <Button name="intent" value="save" tone="plain">
          {label}
        </Button>
      </Form>
    </details>
  )
}

function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  const shown = lines.filter((line) => line.trim() !== '')
  if (shown.length === 0) return null
  return (
    <div className="mt-2">
      <p className="text-14 text-soft">{label}</p>
      <p className="font-mono text-14 break-words whitespace-pre-wrap">{shown.join('\n')}</p>
    </div>
  )
}
