// The register of processing (NDPA 2023): what is held about people, why, how long, and who receives it. A test compares it with the
// tables, so that a new table with a person in it has to be entered here.

/** A table with its column that names the person whose data it is; null if its rows are read with others, or are no one’s file. */
interface HeldTable {
  readonly table: string
  readonly subject: string | null
}

export interface Holding {
  readonly name: string
  readonly data: string
  readonly purpose: string
  readonly basis: string
  readonly kept: string
  readonly receivers: string
  readonly tables: readonly HeldTable[]
}

const held = (table: string, subject: string | null = null): HeldTable => ({ table, subject })

export const REGISTER: readonly Holding[] = [
  {
    name: 'Accounts and sign-in',
    data: 'Name, role, e-mail address, phone number, password hash, second factor, sessions with device and network address',
    purpose: 'To let people sign in, and to keep others out',
    basis: 'Contract',
    kept: 'Until the account is deleted; sessions until they end',
    receivers: 'Host of the servers',
    tables: [
      held('public.profiles', 'id'),
      held('auth.users'),
      held('auth.identities'),
      held('auth.mfa_factors'),
      held('auth.sessions'),
      held('auth.flow_state'),
      held('auth.one_time_tokens'),
      held('auth.sign_ups'),
      held('auth.audit_log_entries'),
      held('public.verified_accounts', 'profile_id'),
      held('public.account_suspensions', 'person_id'),
    ],
  },
  {
    name: 'Orders and hand-overs',
    data: 'Goods, prices, places, delivery addresses, codes, photographs of hand-overs',
    purpose: 'To sell, pack, deliver and hand over',
    basis: 'Contract; tax law',
    kept: '7 years without the name once the account is deleted',
    receivers: 'The shop, its hub and rider',
    tables: [
      held('public.orders', 'user_id'),
      held('public.order_addresses'),
      held('public.delivery_upgrades'),
      held('public.checkouts', 'user_id'),
      held('public.hand_overs'),
      held('public.hand_over_overrides'),
      held('public.offline_hand_overs', 'person_id'),
      held('codes.codes'),
      held('codes.wrong_tries'),
      held('public.uncollected', 'buyer_id'),
      held('public.delivery_runs', 'rider_id'),
      held('public.shown_names', 'user_id'),
      held('public.buy_waits', 'person_id'),
      held('public.quantity_requests', 'person_id'),
    ],
  },
  {
    name: 'Payments and money',
    data: 'Amounts, references, refunds, PEPS, bank accounts of shops, receipts',
    purpose: 'To take payments, to pay back and pay out, to keep the books',
    basis: 'Contract; tax law',
    kept: '7 years',
    receivers: 'Paystack, banks, the tax service',
    tables: [
      held('public.payments', 'user_id'),
      held('public.documents', 'user_id'),
      held('public.bank_accounts', 'added_by'),
      held('public.payouts', 'requested_by'),
      held('ledger.accounts'),
      held('ledger.journals'),
      held('public.referrals', 'referrer_id'),
      held('public.reward_refusals', 'referrer_id'),
      held('local_gateway.payments'),
    ],
  },
  {
    name: 'Addresses and choices',
    data: 'Addresses, area, cart, lists, follows, searches, preferences of notices',
    purpose: 'To fill forms and show what a person wants to see',
    basis: 'Contract; consent for searches and follows',
    kept: 'Until deleted by the person or with the account',
    receivers: 'Nobody else',
    tables: [
      held('public.addresses', 'user_id'),
      held('public.buyer_areas', 'profile_id'),
      held('public.cart_items', 'profile_id'),
      held('public.saved_lists', 'profile_id'),
      held('public.follows', 'follower_id'),
      held('public.saved_searches', 'person_id'),
      held('public.notice_preferences', 'person_id'),
    ],
  },
  {
    name: 'Notices, mails and texts',
    data: 'What a person was told, by which way and when; consent to SMS and WhatsApp; devices for pushes',
    purpose: 'To tell people what happens to their orders and money',
    basis: 'Contract; consent for SMS, WhatsApp and pushes',
    kept: 'Notices 90 days, mails 12 months, consents as long as they are given',
    receivers: 'Termii, Meta, the mail provider, push services of browsers',
    tables: [
      held('public.notices', 'person_id'),
      held('public.email_logs', 'user_id'),
      held('mail.messages'),
      held('public.text_consents', 'person_id'),
      held('public.text_messages', 'person_id'),
      held('public.push_subscriptions', 'person_id'),
      held('public.buy_broadcast_recipients', 'person_id'),
    ],
  },
  {
    name: 'Messages, claims and reviews',
    data: 'What people write to shops, staff and each other; claims with photographs; ratings',
    purpose: 'To settle what went wrong, and to help others choose',
    basis: 'Contract; legitimate interest',
    kept: '7 years without the name once the account is deleted',
    receivers: 'The other party',
    tables: [
      held('public.conversations', 'created_by'),
      held('public.conversation_members', 'profile_id'),
      held('public.messages', 'sender_id'),
      held('public.contact_messages'),
      held('public.claims', 'buyer_id'),
      held('public.claim_events', 'author_id'),
      held('public.reviews', 'author_id'),
      held('public.product_questions', 'asker_id'),
      held('public.buy_broadcasts', 'author_id'),
    ],
  },
  {
    name: 'Shops and companies',
    data: 'Owner, phone, address, registration number, TIN, staff and their duties',
    purpose: 'To approve shops and companies, and to know who acts for them',
    basis: 'Contract; tax law',
    kept: '7 years after the shop or company has closed',
    receivers: 'Overseers of the state, buyers (name and state only)',
    tables: [
      held('public.vendors', 'owner_id'),
      held('public.vendor_details'),
      held('public.shop_changes', 'requested_by'),
      held('public.businesses'),
      held('public.business_members', 'person_id'),
      held('public.memberships', 'person_id'),
      held('public.staff_invitations'),
      held('public.manager_regions', 'manager_id'),
      held('public.pickup_points'),
    ],
  },
  {
    name: 'Notes of shops and staff',
    data: 'Notes, calls and visits about a person or their orders',
    purpose: 'To serve the next call without asking twice',
    basis: 'Legitimate interest',
    kept: 'Until the account is deleted; views of records 24 months',
    receivers: 'The shop, overseers of the state',
    tables: [
      held('public.shop_notes', 'customer_id'),
      held('public.staff_notes', 'about_id'),
      held('public.record_views'),
    ],
  },
  {
    name: 'Acts of staff and shops',
    data: 'Who did and decided what, and when',
    purpose: 'To show that each act was allowed, and to find abuse',
    basis: 'Legal obligation; legitimate interest',
    kept: '7 years',
    receivers: 'Auditors',
    tables: [
      held('public.audit_log'),
      held('public.status_changes'),
      held('public.settings'),
      held('public.products'),
      held('public.delivery_zones'),
      held('public.partial_refunds'),
      held('public.payout_terms'),
      held('public.book_differences'),
      held('public.audit_runs'),
      held('public.weigh_ins'),
      held('public.load_corrections'),
      held('public.shortfalls'),
      held('public.lot_incidents'),
      held('public.uncollected_calls'),
      held('public.typed_amounts'),
      held('public.blog_posts'),
      held('public.buy_pictures'),
      held('public.product_prices'),
    ],
  },
  {
    name: 'Data protection',
    data: 'Requests about data, files handed out, incidents',
    purpose: 'To answer people and the commission',
    basis: 'Legal obligation',
    kept: '7 years',
    receivers: 'The commission',
    tables: [held('public.data_requests', 'person_id'), held('public.data_exports'), held('public.data_incidents')],
  },
  {
    name: 'Technical traces',
    data: 'Stored responses of repeated calls, jobs under way',
    purpose: 'To run a repeated call once',
    basis: 'Legitimate interest',
    kept: 'Hours to days',
    receivers: 'Nobody else',
    tables: [held('public.idempotency_keys'), held('jobs.queue')],
  },
]
