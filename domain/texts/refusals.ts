// What a person reads for each refusal. Texts marked (5) and (8) are the specification's, to the letter.

export const refusalTexts = {
  // Anyone, anywhere
  sign_in_required: 'Sign in to continue.',
  second_step_needed: 'Enter your authenticator code first. Sign in again and we will ask for it.',
  second_factor_needed: 'Your role needs two-step sign-in. Set it up under Security in your account first.',
  captcha_failed: 'We could not confirm that you are human. Please try again.',
  not_allowed: 'You are not allowed to do this.',
  not_found: 'This was not found.',
  invalid_input: 'Please check the marked fields.',
  already_done: 'This has already been done.',
  move_not_allowed: 'This is not possible at this stage.',
  key_reused: 'This idempotency key was already used with a different request.',
  too_many_requests: 'Too many attempts. Please try again later.',

  // Joining (5)
  buy_not_found: 'Group buy not found',
  buy_not_active: 'This group buy is no longer active',
  quantity_exceeds_spots: 'Requested quantity exceeds available spots',
  // Joining, what the specification's checks leave to the server
  quantity_not_whole: 'Quantity must be a whole number from 1.',
  quantity_below_minimum: 'The quantity is below the minimum per person.',
  quantity_above_maximum: 'The quantity is above the maximum per person.',
  no_places_left: 'All places in this group buy are taken.',
  own_shop: 'You cannot buy from your own shop.',
  contact_not_confirmed: 'Please verify your email address or phone number before you join or buy.',
  total_mismatch: 'The price has changed. Please check the new total.',

  // Leaving and claiming
  order_not_found: 'Order not found',
  leaving_closed: 'This order can no longer be left.',
  claim_too_late: 'The time to make a claim on this order has passed.',

  // Bulk buying
  product_not_found: 'Product not found',
  out_of_stock: 'There is not enough in stock.',
  share_date_past: 'This product is between sharing days. It can be bought again once the vendor sets the next one.',

  // Vendors (7 and 8)
  vendor_profile_not_found: 'Vendor profile not found',
  vendor_not_active: 'Your shop must be approved before a group buy can be published',
  product_in_use: 'This product has running group buys or orders; it can be deleted when they have ended',

  // Roles (8, and design.md section 2)
  select_user_and_role: 'Please select a user and role',
  role_not_settable: 'This role cannot be given here.',
  own_role: 'You cannot change your own role.',
  last_chief: 'The last chief must remain chief.',
  user_not_found: 'User not found',

  // Deleting one's account
  proof_needed: 'Please enter your password, or a code that we mail you.',
  account_has_orders:
    'You have orders that are not finished. You can delete your account once they are completed, cancelled or refunded.',
  account_has_shop:
    'Your shop has running group buys or orders that are not finished. You can delete your account once they have ended.',
} as const
