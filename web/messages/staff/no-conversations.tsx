import { EmptyState } from '#web/ui/states.tsx'

/** The list of staff who have written to no one yet; the button to write is above it. */
export const NoStaffConversations = () => (
  <EmptyState title="No messages yet.">
    What you and buyers, shops or colleagues write to each other appears here.
  </EmptyState>
)
