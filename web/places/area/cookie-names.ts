// Two cookies, because cached pages vary by the state alone (decision 0097).

/** The state; part of the response cache's key. */
export const STATE_COOKIE = 'area-state'
/** The local government; cached pages are made without it, and web/rendering/hydrate-on-interaction.js shows it. */
export const LGA_COOKIE = 'area-lga'
