import type { MouseEvent, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'

interface SideBySideProps {
  children: ReactNode
  preview: ReactNode
  /** Sentences about what else runs on these days. */
  warnings?: readonly string[]
  isChanged: boolean
}

/** A form with its preview beside it, below it on a phone. Links in a preview lead nowhere while scripts run. */
export function SideBySide({ children, preview, warnings = [], isChanged }: SideBySideProps) {
  return (
    <div className="grid items-start gap-8 min-[1200px]:grid-cols-[minmax(0,1fr)_minmax(0,380px)]">
      <UnsavedChanges isChanged={isChanged} />
      {children}
      <section aria-labelledby="preview" className="min-w-0 min-[1200px]:sticky min-[1200px]:top-4">
        <h2 id="preview" className="mb-3 text-22">
          Preview
        </h2>
        <div role="status">
          {warnings.length > 0 && (
            <Notice tone="warning" className="mb-4" title="Not alone on these days">
              <ul className="grid gap-1">
                {warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            </Notice>
          )}
        </div>
        <div onClickCapture={stopLinks}>{preview}</div>
      </section>
    </div>
  )
}

/** Shows the preview without scripts; with scripts it follows the typing. */
export function PreviewButton() {
  if (useHydrated()) return null
  return (
    <div>
      <Button name="intent" value="preview" tone="plain" formNoValidate>
        Preview
      </Button>
    </div>
  )
}

function stopLinks(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
}
