import { Tabs } from '#web/ui/tables/tabs.tsx'

/** The two lists of questions that content staff work with. */
export function QuestionTabs({ current }: { current: 'reported' | 'unanswered' }) {
  return (
    <div className="mb-5">
      <Tabs
        label="Questions"
        tabs={[
          { to: '/content/questions', label: 'Reported', current: current === 'reported' },
          { to: '/content/questions/unanswered', label: 'Unanswered', current: current === 'unanswered' },
        ]}
      />
    </div>
  )
}
