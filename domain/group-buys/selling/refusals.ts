import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

/** Refusals for shops and staff. Not with those of buyers, whose pages would load them. */
export const sellingRefusals = {
  missing: {
    buy_picture_not_found: 'Photograph not found',
  },
  conflict: {
    audience_unknown: 'This group buy has moved on, and these people can no longer be told apart. Nothing was sent.',
    audience_empty: 'Nobody is in that group now. Nothing was sent.',
    broadcast_too_soon: 'You have just sent a message about this group buy. Nothing more was sent.',
    broadcasts_used_up:
      'You have sent 3 messages about this group buy in 24 hours, the most there can be. Nothing more was sent.',
    dates_changed: 'Its dates have changed since you saw them. Nothing was extended; look at the new dates.',
    extension_in_top_up: 'Its window is over, and its last pack is being filled. Its dates stay.',
    extensions_used_up: 'You have extended this group buy twice, the most there can be.',
    extended_automatically: 'This group buy was extended automatically already. Its dates stay.',
    extension_breaks_promise:
      'Somebody was promised a lower price that counts on people who can no longer leave. Extending would let them leave, so the dates stay.',
    extension_too_long: 'A group buy stays open for 90 days at most.',
  },
} as const satisfies RefusalTexts
