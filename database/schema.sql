-- Generated from the migrations by `npm run generate`: read it to see what a change of a migration really changes.

-- public.advertisements
  id uuid not null default gen_random_uuid()
  page text not null
  position text not null
  title text not null
  image_url text
  link_url text
  status text not null default 'active'::text
  start_date timestamp with time zone not null
  end_date timestamp with time zone not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint advert_ends_after_it_starts CHECK ((end_date > start_date))
  constraint advert_is_within_reach CHECK (((start_date >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (end_date <= '2100-01-01 00:00:00+00'::timestamp with time zone)))
  constraint advertisements_image_url_check CHECK ((image_url ~ '^(/[^/]|https://)'::text))
  constraint advertisements_link_url_check CHECK ((link_url ~ '^(/([^/]|$)|https://)'::text))
  constraint advertisements_page_check CHECK ((page = ANY (ARRAY['home'::text, 'products'::text, 'group-buys'::text, 'vendors'::text, 'blog'::text])))
  constraint advertisements_pkey PRIMARY KEY (id)
  constraint advertisements_position_check CHECK (("position" = ANY (ARRAY['top'::text, 'middle'::text, 'bottom'::text])))
  constraint advertisements_status_check CHECK ((status = ANY (ARRAY['active'::text, 'deleted'::text])))
  constraint advertisements_title_check CHECK (((char_length(TRIM(BOTH FROM title)) >= 2) AND (char_length(TRIM(BOTH FROM title)) <= 120)))
  index advertisements_shown USING btree (page, end_date, start_date) WHERE (status = 'active'::text)
  TRIGGER advertisements_touch BEFORE UPDATE ON public.advertisements FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER watch_status AFTER INSERT OR UPDATE OF status ON public.advertisements FOR EACH ROW EXECUTE FUNCTION watch_status('advert')
  policy shown for select to public using ((status = 'active'::text) AND ((now() >= start_date) AND (now() <= end_date)))
  policy staff_adds for insert to authenticated check ( SELECT rights.keeps_content() AS keeps_content)
  policy staff_edits for update to authenticated using ( SELECT rights.keeps_content() AS keeps_content) check ( SELECT rights.keeps_content() AS keeps_content)
  policy staff_reads for select to authenticated using ( SELECT rights.keeps_content() AS keeps_content)
  grant select to anon
  grant insert (end_date, id, image_url, link_url, page, position, start_date, status, title) to authenticated
  grant select to authenticated
  grant update (end_date, image_url, link_url, page, position, start_date, status, title) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.all_orders: Orders that the reader may see, with what is in them. base_amount: naira of the goods at the base price.
  id uuid
  kind text
  order_no bigint
  vendor_id uuid
  vendor_name text
  vendor_state text
  group_buy_id uuid
  product_name text
  quantity integer
  unit text
  user_id uuid
  buyer_name text
  status text
  unit_price numeric(14,2)
  total_amount numeric(16,2)
  base_amount numeric
  fee_kobo bigint
  vendor_fee_kobo bigint
  amount_due_kobo bigint
  returned_kobo bigint
  fulfilment text
  created_at timestamp with time zone
  is_live boolean
  grant select to authenticated
  grant select to service_role
  as  SELECT o.id, CASE WHEN (o.group_buy_id IS NULL) THEN 'bulk'::text ELSE 'group_buy'::text END AS kind, o.order_no, o.vendor_id, v.business_name AS vendor_name, v.state AS vendor_state, o.group_buy_id, l.names AS product_name, o.quantity, l.unit, o.user_id, o.buyer_name, o.status, o.unit_price, o.total_amount, l.base_amount, o.fee_kobo, o.vendor_fee_kobo, o.amount_due_kobo, o.returned_kobo, o.fulfilment, o.created_at, o.is_live FROM ((orders o LEFT JOIN vendors v ON ((v.id = o.vendor_id))) CROSS JOIN LATERAL ( SELECT string_agg(order_lines.product_name, ', '::text ORDER BY order_lines.product_name) AS names, CASE WHEN (count(DISTINCT order_lines.unit) = 1) THEN min(order_lines.unit) ELSE NULL::text END AS unit, sum((order_lines.base_price * (order_lines.quantity)::numeric)) AS base_amount FROM order_lines WHERE (order_lines.order_id = o.id)) l);

-- public.allowed_moves: Every other change of status is refused by trigger. from_status `new`: how a row may begin.
  subject text not null
  from_status text not null
  to_status text not null
  causes text[] not null  -- Who may bring the move about.
  constraint allowed_moves_causes_check CHECK (((cardinality(causes) > 0) AND (causes <@ ARRAY['buyer'::text, 'vendor'::text, 'hub'::text, 'manager'::text, 'coordinator'::text, 'chief'::text, 'content'::text, 'clock'::text, 'gateway'::text, 'operator'::text])))
  constraint allowed_moves_pkey PRIMARY KEY (subject, from_status, to_status)
  policy moves_are_public for select to public using true
  grant select to anon
  grant select to authenticated
  grant select to service_role

-- public.audit_log: Every privileged act: who, what, before, after. Append-only; read by the chief and coordinators.
  id bigint not null
  actor_id uuid
  action text not null
  subject_type text not null
  subject_id uuid
  before jsonb
  after jsonb
  at timestamp with time zone not null default now()
  constraint audit_log_action_check CHECK ((action ~ '^[a-z-]+\.[a-z-]+$'::text))
  constraint audit_log_pkey PRIMARY KEY (id)
  index audit_log_actor USING btree (actor_id, at DESC)
  index audit_log_newest USING btree (at DESC)
  index audit_log_subject USING btree (subject_type, subject_id)
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text, 'coordinator'::text]) AS has_role)
  policy own_acts for select to authenticated using (actor_id = ( SELECT auth.uid() AS uid))
  policy second_step for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant select to authenticated
  grant insert to service_role
  grant select to service_role

-- public.audit_trail
  id bigint
  at timestamp with time zone
  action text
  subject_type text
  subject_id uuid
  before jsonb
  after jsonb
  actor_id uuid
  actor_name text
  actor_role text
  subject_name text
  grant select to authenticated
  grant select to service_role
  as  SELECT a.id, a.at, a.action, a.subject_type, a.subject_id, a.before, a.after, a.actor_id, p.full_name AS actor_name, p.role AS actor_role, COALESCE(v.business_name, g.product_name, s.full_name) AS subject_name FROM ((((audit_log a LEFT JOIN profiles p ON ((p.id = a.actor_id))) LEFT JOIN vendors v ON (((a.subject_type = 'vendor'::text) AND (v.id = a.subject_id)))) LEFT JOIN group_buys g ON (((a.subject_type = 'group_buy'::text) AND (g.id = a.subject_id)))) LEFT JOIN profiles s ON (((a.subject_type = 'profile'::text) AND (s.id = a.subject_id)))) WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text, 'coordinator'::text]) AS has_role);

-- public.blog_categories
  id uuid not null default gen_random_uuid()
  name text not null
  slug text not null
  constraint blog_categories_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 60)))
  constraint blog_categories_name_key UNIQUE (name)
  constraint blog_categories_pkey PRIMARY KEY (id)
  constraint blog_categories_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
  constraint blog_categories_slug_key UNIQUE (slug)
  policy everyone_reads for select to public using true
  policy staff_writes for all to authenticated using ( SELECT rights.keeps_content() AS keeps_content) check ( SELECT rights.keeps_content() AS keeps_content)
  grant select to anon
  grant delete to authenticated
  grant insert (name, slug) to authenticated
  grant select to authenticated
  grant update (name, slug) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.blog_post_tags
  post_id uuid not null
  tag_id uuid not null
  constraint blog_post_tags_pkey PRIMARY KEY (post_id, tag_id)
  constraint blog_post_tags_post_id_fkey FOREIGN KEY (post_id) REFERENCES blog_posts(id) ON DELETE CASCADE
  constraint blog_post_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES blog_tags(id) ON DELETE CASCADE
  index blog_post_tags_tag USING btree (tag_id)
  policy staff_writes for all to authenticated using ( SELECT rights.keeps_content() AS keeps_content) check ( SELECT rights.keeps_content() AS keeps_content)
  policy tags_of_shown_posts for select to public using (EXISTS ( SELECT
   FROM blog_posts p
  WHERE (p.id = blog_post_tags.post_id)))
  grant select to anon
  grant delete to authenticated
  grant insert to authenticated
  grant select to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.blog_posts
  id uuid not null default gen_random_uuid()
  slug text not null
  title text not null
  excerpt text
  content text not null default ''::text
  featured_image text
  status text not null default 'draft'::text
  published_at timestamp with time zone
  author_id uuid not null default auth.uid()
  category_id uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint blog_posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id)
  constraint blog_posts_category_id_fkey FOREIGN KEY (category_id) REFERENCES blog_categories(id) ON DELETE SET NULL
  constraint blog_posts_content_check CHECK ((char_length(content) <= 100000))
  constraint blog_posts_excerpt_check CHECK ((char_length(excerpt) <= 400))
  constraint blog_posts_featured_image_check CHECK ((featured_image ~ '^(/[^/]|https://)'::text))
  constraint blog_posts_pkey PRIMARY KEY (id)
  constraint blog_posts_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(slug) <= 120)))
  constraint blog_posts_slug_key UNIQUE (slug)
  constraint blog_posts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text])))
  constraint blog_posts_title_check CHECK (((char_length(TRIM(BOTH FROM title)) >= 3) AND (char_length(TRIM(BOTH FROM title)) <= 160)))
  constraint published_at_is_within_reach CHECK (((published_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (published_at <= '2100-01-01 00:00:00+00'::timestamp with time zone)))
  constraint scheduled_posts_have_a_time CHECK (((status <> 'scheduled'::text) OR (published_at IS NOT NULL)))
  index blog_posts_author USING btree (author_id)
  index blog_posts_listed USING btree (published_at DESC) WHERE (status = 'published'::text)
  index blog_posts_scheduled USING btree (published_at) WHERE (status = 'scheduled'::text)
  TRIGGER stamp_post BEFORE INSERT OR UPDATE ON public.blog_posts FOR EACH ROW EXECUTE FUNCTION stamp_post()
  TRIGGER watch_status AFTER INSERT OR UPDATE OF status ON public.blog_posts FOR EACH ROW EXECUTE FUNCTION watch_status('post')
  policy published for select to public using ((status = 'published'::text) AND (published_at <= now()))
  policy staff_adds for insert to authenticated check (( SELECT rights.keeps_content() AS keeps_content) AND (author_id = ( SELECT auth.uid() AS uid)))
  policy staff_deletes for delete to authenticated using ( SELECT rights.keeps_content() AS keeps_content)
  policy staff_edits for update to authenticated using ( SELECT rights.keeps_content() AS keeps_content) check ( SELECT rights.keeps_content() AS keeps_content)
  policy staff_reads for select to authenticated using ( SELECT rights.keeps_content() AS keeps_content)
  grant select to anon
  grant delete to authenticated
  grant insert (author_id, category_id, content, excerpt, featured_image, id, published_at, slug, status, title) to authenticated
  grant select to authenticated
  grant update (category_id, content, excerpt, featured_image, published_at, slug, status, title) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.blog_tags
  id uuid not null default gen_random_uuid()
  name text not null
  slug text not null
  constraint blog_tags_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 40)))
  constraint blog_tags_name_key UNIQUE (name)
  constraint blog_tags_pkey PRIMARY KEY (id)
  constraint blog_tags_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
  constraint blog_tags_slug_key UNIQUE (slug)
  policy everyone_reads for select to public using true
  policy staff_writes for all to authenticated using ( SELECT rights.keeps_content() AS keeps_content) check ( SELECT rights.keeps_content() AS keeps_content)
  grant select to anon
  grant delete to authenticated
  grant insert (name, slug) to authenticated
  grant select to authenticated
  grant update (name, slug) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.board_facts: For the boards alone: granted to nobody.
  id uuid
  display_name text
  points_balance numeric(14,2)
  joined_at timestamp with time zone
  is_referrer boolean
  referrals integer
  successful_referrals integer
  completed_orders integer
  in_top_percent boolean
  as  WITH done AS ( SELECT orders.user_id, count(*) AS completed_orders FROM orders WHERE (orders.status = 'completed'::text) GROUP BY orders.user_id ), counted AS ( SELECT r_1.referrer_id, count(*) AS referrals, count(r_1.settled_at) AS successful_referrals FROM referrals r_1 GROUP BY r_1.referrer_id ), referrers AS ( SELECT p_1.id, c.referrals, c.successful_referrals, rank() OVER (ORDER BY c.successful_referrals DESC, c.referrals DESC) AS referrer_rank, count(*) OVER () AS referrers FROM (counted c JOIN profiles p_1 ON ((p_1.id = c.referrer_id))) WHERE (p_1.role <> 'vendor'::text) ) SELECT p.id, board_name(p.full_name) AS display_name, p.points_balance, p.created_at AS joined_at, (r.id IS NOT NULL) AS is_referrer, (COALESCE(r.referrals, (0)::bigint))::integer AS referrals, (COALESCE(r.successful_referrals, (0)::bigint))::integer AS successful_referrals, (COALESCE(d.completed_orders, (0)::bigint))::integer AS completed_orders, COALESCE((((r.referrer_rank)::numeric <= GREATEST((1)::numeric, ceil(((r.referrers)::numeric * 0.01)))) AND (r.successful_referrals > 0)), false) AS in_top_percent FROM ((profiles p LEFT JOIN referrers r ON ((r.id = p.id))) LEFT JOIN done d ON ((d.user_id = p.id))) WHERE ((NOT p.hidden_from_boards) AND ((r.id IS NOT NULL) OR (d.user_id IS NOT NULL)));

-- public.bulk_orders: Orders from the cart, as the specification names them.
  id uuid
  order_no bigint
  checkout_id uuid
  user_id uuid
  vendor_id uuid
  buyer_name text
  quantity integer
  total_amount numeric(16,2)
  fee_kobo bigint
  vendor_fee_kobo bigint
  referral_kobo bigint
  delivery_fee_kobo bigint
  peps_kobo bigint
  amount_due_kobo bigint
  returned_kobo bigint
  fulfilment text
  status text
  paid_at timestamp with time zone
  ready_at timestamp with time zone
  handed_over_at timestamp with time zone
  completed_at timestamp with time zone
  ended_at timestamp with time zone
  end_reason text
  created_at timestamp with time zone
  updated_at timestamp with time zone
  grant select (id, status, user_id) to anon
  grant select to authenticated
  grant select to service_role
  as  SELECT id, order_no, checkout_id, user_id, vendor_id, buyer_name, quantity, total_amount, fee_kobo, vendor_fee_kobo, referral_kobo, delivery_fee_kobo, peps_kobo, amount_due_kobo, returned_kobo, fulfilment, status, paid_at, ready_at, handed_over_at, completed_at, ended_at, end_reason, created_at, updated_at FROM orders WHERE ((group_buy_id IS NULL) AND ((id IN ( SELECT rights.my_order_ids() AS my_order_ids)) OR ( SELECT rights.is_service() AS is_service) OR ((( SELECT auth.uid() AS uid) IS NULL) AND (status = 'completed'::text) AND (user_id IN ( SELECT rights.board_ids() AS board_ids)))));

-- public.checkouts: One payment of several orders.
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  status text not null default 'open'::text
  hold_expires_at timestamp with time zone not null default (now() + make_interval(mins => whole_setting('bulk_hold_minutes'::text)))  -- An open checkout keeps the stock of its orders until then.
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint checkouts_pkey PRIMARY KEY (id)
  constraint checkouts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'expired'::text, 'cancelled'::text])))
  constraint checkouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id)
  index checkouts_of_person USING btree (user_id, created_at DESC)
  index checkouts_open USING btree (hold_expires_at) WHERE (status = 'open'::text)
  TRIGGER checkouts_touch BEFORE UPDATE ON public.checkouts FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER watch_status AFTER INSERT OR UPDATE OF status ON public.checkouts FOR EACH ROW EXECUTE FUNCTION watch_status('checkout')
  policy own_checkouts for select to authenticated using (user_id = ( SELECT auth.uid() AS uid))
  policy second_step for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant select to authenticated
  grant insert to service_role
  grant select to service_role
  grant update to service_role

-- public.contact_messages
  id uuid not null default gen_random_uuid()
  name text not null
  email text not null
  subject text not null
  message text not null
  status text not null default 'new'::text
  answered_by uuid
  answered_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  constraint contact_messages_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES profiles(id)
  constraint contact_messages_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 255)))
  constraint contact_messages_message_check CHECK (((char_length(TRIM(BOTH FROM message)) >= 1) AND (char_length(TRIM(BOTH FROM message)) <= 5000)))
  constraint contact_messages_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 1) AND (char_length(TRIM(BOTH FROM name)) <= 120)))
  constraint contact_messages_pkey PRIMARY KEY (id)
  constraint contact_messages_status_check CHECK ((status = ANY (ARRAY['new'::text, 'answered'::text])))
  constraint contact_messages_subject_check CHECK (((char_length(TRIM(BOTH FROM subject)) >= 1) AND (char_length(TRIM(BOTH FROM subject)) <= 200)))
  index contact_messages_newest USING btree (status, created_at DESC)
  policy staff_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['manager'::text, 'coordinator'::text, 'chief'::text, 'administrator'::text, 'supervisor'::text]) AS has_role)
  grant select to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.conversation_members
  conversation_id uuid not null
  profile_id uuid not null
  display_name text not null  -- Name shown to the others: the person's, or the shop's for a vendor.
  last_read_at timestamp with time zone
  constraint conversation_members_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE
  constraint conversation_members_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 120)))
  constraint conversation_members_pkey PRIMARY KEY (conversation_id, profile_id)
  constraint conversation_members_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id)
  index conversation_members_person USING btree (profile_id)
  policy members_read for select to authenticated using (conversation_id IN ( SELECT rights.my_conversation_ids() AS my_conversation_ids))
  policy own_reading for update to authenticated using (profile_id = ( SELECT auth.uid() AS uid)) check (profile_id = ( SELECT auth.uid() AS uid))
  policy second_step for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant select to authenticated
  grant update (last_read_at) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.conversations
  id uuid not null default gen_random_uuid()
  subject text not null
  order_id uuid
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  last_message_at timestamp with time zone not null default now()
  constraint conversations_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id)
  constraint conversations_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint conversations_pkey PRIMARY KEY (id)
  constraint conversations_subject_check CHECK (((char_length(TRIM(BOTH FROM subject)) >= 1) AND (char_length(TRIM(BOTH FROM subject)) <= 160)))
  index conversations_newest USING btree (last_message_at DESC)
  UNIQUE index one_conversation_per_order USING btree (order_id, created_by) WHERE (order_id IS NOT NULL)
  policy members_read for select to authenticated using (id IN ( SELECT rights.my_conversation_ids() AS my_conversation_ids))
  policy second_step for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant select to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.email_logs
  id uuid not null default gen_random_uuid()
  user_id uuid
  template_id uuid
  recipient_email text not null
  subject text not null
  content text not null
  metadata jsonb not null default '{}'::jsonb
  status text not null default 'pending'::text
  error text
  message_id uuid
  sent_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  constraint email_logs_pkey PRIMARY KEY (id)
  constraint email_logs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text])))
  constraint email_logs_template_id_fkey FOREIGN KEY (template_id) REFERENCES email_templates(id)
  constraint email_logs_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id)
  index email_logs_message USING btree (message_id)
  index email_logs_newest USING btree (created_at DESC)
  TRIGGER watch_status AFTER INSERT OR UPDATE OF status ON public.email_logs FOR EACH ROW EXECUTE FUNCTION watch_status('email_log')
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  grant select to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.email_templates: Mustache: {{placeholder}} and {{#list}}…{{/list}}; full_name and base_url are always given.
  id uuid not null default gen_random_uuid()
  type text not null
  subject text not null
  content text not null
  updated_at timestamp with time zone not null default now()
  constraint email_templates_content_check CHECK ((char_length(content) <= 50000))
  constraint email_templates_pkey PRIMARY KEY (id)
  constraint email_templates_subject_check CHECK ((((char_length(subject) >= 1) AND (char_length(subject) <= 200)) AND (subject !~ '[\r\n]'::text)))
  constraint email_templates_type_check CHECK ((type ~ '^[a-z][a-z0-9-]{1,40}$'::text))
  constraint email_templates_type_key UNIQUE (type)
  TRIGGER email_templates_touch BEFORE UPDATE ON public.email_templates FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  policy chief_adds for insert to authenticated check ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy chief_writes for update to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) check ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy staff_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text, 'administrator'::text, 'supervisor'::text]) AS has_role)
  grant insert (content, subject, type) to authenticated
  grant select to authenticated
  grant update (content, subject) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.featured_deals
  id uuid not null default gen_random_uuid()
  name text not null
  base_price numeric(14,2) not null
  unit text not null
  options text not null default '[]'::text  -- JSON text: a list of choices, such as ["Half bag", "Full bag"].
  image_url text
  status text not null default 'active'::text
  product_id uuid
  group_buy_id uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint base_price_is_a_number CHECK ((base_price <> 'NaN'::numeric))
  constraint featured_deals_base_price_check CHECK ((base_price > (0)::numeric))
  constraint featured_deals_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint featured_deals_image_url_check CHECK ((image_url ~ '^(/[^/]|https://)'::text))
  constraint featured_deals_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 120)))
  constraint featured_deals_options_check CHECK ((char_length(options) <= 4000))
  constraint featured_deals_pkey PRIMARY KEY (id)
  constraint featured_deals_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
  constraint featured_deals_status_check CHECK ((status = ANY (ARRAY['active'::text, 'deleted'::text])))
  constraint featured_deals_unit_check CHECK (((char_length(TRIM(BOTH FROM unit)) >= 1) AND (char_length(TRIM(BOTH FROM unit)) <= 40)))
  index featured_deals_listed USING btree (created_at DESC) WHERE (status = 'active'::text)
  TRIGGER featured_deals_touch BEFORE UPDATE ON public.featured_deals FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER watch_status AFTER INSERT OR UPDATE OF status ON public.featured_deals FOR EACH ROW EXECUTE FUNCTION watch_status('deal')
  policy listed for select to public using (status = 'active'::text)
  policy staff_adds for insert to authenticated check ( SELECT rights.keeps_content() AS keeps_content)
  policy staff_edits for update to authenticated using ( SELECT rights.keeps_content() AS keeps_content) check ( SELECT rights.keeps_content() AS keeps_content)
  policy staff_reads for select to authenticated using ( SELECT rights.keeps_content() AS keeps_content)
  grant select to anon
  grant insert (base_price, group_buy_id, id, image_url, name, options, product_id, status, unit) to authenticated
  grant select to authenticated
  grant update (base_price, group_buy_id, image_url, name, options, product_id, status, unit) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.group_buys: Its counters are the orders' to move (count_order), its stock the product's (move_stock).
  id uuid not null default gen_random_uuid()
  product_id uuid not null
  vendor_id uuid not null
  status text not null default 'draft'::text
  product_name text not null
  product_description text not null default ''::text
  category text not null
  unit text not null
  image_url text
  vendor_location text not null
  min_quantity integer not null default 1
  max_quantity integer
  base_price numeric(14,2) not null
  price_tiers text not null default '[]'::text  -- JSON text: [{"participants": 5, "price": 76000}, ...], prices in naira.
  tier_thresholds integer[] not null default '{}'::integer[]  -- Participants of each tier, rising; made from price_tiers.
  tier_prices numeric(14,2)[] not null default '{}'::numeric[]
  terms_version integer not null default 1  -- Rises with every change of price, target, limits or dates. An order keeps the version it was made under.
  share_date date
  payment_due_at timestamp with time zone
  starts_at timestamp with time zone not null default now()
  end_date timestamp with time zone not null
  target_quantity integer not null
  current_quantity integer not null default 0
  min_participants integer not null default 1
  max_participants integer
  current_participants integer not null default 0
  paid_quantity integer not null default 0
  paid_participants integer not null default 0  -- People with a paid live order: settlement prices by them, screens show both counts.
  payment_mode text not null default 'reserve'::text
  allow_extension boolean not null default false
  extended_at timestamp with time zone
  buyer_fee_bps integer not null default 250  -- Rates are those in force on publishing (public.settings); later changes of a setting leave them alone.
  vendor_fee_bps integer not null default 500
  referral_bps integer not null default 50
  late_leave_charge_bps integer not null default 1000
  current_price numeric(14,2) not null generated as price_at(tier_thresholds, tier_prices, base_price, current_participants)
  set_aside integer not null generated as 
CASE
    WHEN (status = 'active'::text) THEN target_quantity
    WHEN (status = ANY (ARRAY['draft'::text, 'failed'::text, 'cancelled'::text])) THEN 0
    ELSE current_quantity
END  -- Units taken from the product's stock: an open buy holds its whole target, a closed one what was joined, an ended one nothing.
  final_price numeric(14,2)
  end_reason text
  published_at timestamp with time zone
  closed_at timestamp with time zone
  settled_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  locked_participants integer computed  -- Paid participants past their free leaving: ceilings count them.
  constraint end_date_is_within_reach CHECK (((end_date >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (end_date <= '2100-01-01 00:00:00+00'::timestamp with time zone)))
  constraint group_buys_base_price_check CHECK ((base_price > (0)::numeric))
  constraint group_buys_buyer_fee_bps_check CHECK (((buyer_fee_bps >= 0) AND (buyer_fee_bps <= 10000)))
  constraint group_buys_check CHECK ((max_quantity >= min_quantity))
  constraint group_buys_check1 CHECK ((max_participants >= min_participants))
  constraint group_buys_end_reason_check CHECK ((char_length(end_reason) <= 300))
  constraint group_buys_late_leave_charge_bps_check CHECK (((late_leave_charge_bps >= 0) AND (late_leave_charge_bps <= 10000)))
  constraint group_buys_min_participants_check CHECK ((min_participants >= 1))
  constraint group_buys_min_quantity_check CHECK ((min_quantity >= 1))
  constraint group_buys_paid_participants_check CHECK ((paid_participants >= 0))
  constraint group_buys_paid_quantity_check CHECK ((paid_quantity >= 0))
  constraint group_buys_payment_mode_check CHECK ((payment_mode = ANY (ARRAY['reserve'::text, 'pay_to_join'::text])))
  constraint group_buys_pkey PRIMARY KEY (id)
  constraint group_buys_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
  constraint group_buys_referral_bps_check CHECK (((referral_bps >= 0) AND (referral_bps <= 10000)))
  constraint group_buys_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'closed'::text, 'settling'::text, 'confirmed'::text, 'ready'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
  constraint group_buys_target_quantity_check CHECK (((target_quantity >= 1) AND (target_quantity <= 1000000)))
  constraint group_buys_vendor_fee_bps_check CHECK (((vendor_fee_bps >= 0) AND (vendor_fee_bps <= 10000)))
  constraint group_buys_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint people_are_not_oversold CHECK (((current_participants >= 0) AND ((max_participants IS NULL) OR (current_participants <= max_participants))))
  constraint places_are_not_oversold CHECK (((current_quantity >= 0) AND (current_quantity <= target_quantity)))
  constraint window_closes_before_payment CHECK (((payment_due_at IS NULL) OR (extended_at IS NOT NULL) OR (end_date <= payment_due_at)))
  index group_buys_category USING btree (category, end_date) WHERE (status = 'active'::text)
  index group_buys_cheapest USING btree (current_price, id) WHERE (status = 'active'::text)
  index group_buys_ending USING btree (end_date, id) WHERE (status = 'active'::text)
  index group_buys_location USING btree (vendor_location) WHERE (status = 'active'::text)
  index group_buys_popular USING btree (current_participants DESC, id) WHERE (status = 'active'::text)
  index group_buys_product USING btree (product_id)
  index group_buys_search USING gin (product_name gin_trgm_ops) WHERE (status = 'active'::text)
  index group_buys_vendor USING btree (vendor_id, created_at DESC)
  TRIGGER announce AFTER INSERT OR DELETE OR UPDATE ON public.group_buys FOR EACH ROW EXECUTE FUNCTION realtime.announce_change()
  TRIGGER await_shop BEFORE INSERT OR UPDATE OF status ON public.group_buys FOR EACH ROW WHEN ((new.status = 'active'::text)) EXECUTE FUNCTION await_shop()
  TRIGGER guard_group_buy BEFORE INSERT OR UPDATE OF status, product_id, price_tiers, base_price, target_quantity, min_participants, max_participants, min_quantity, max_quantity, end_date, share_date, payment_mode, allow_extension, tier_thresholds, tier_prices ON public.group_buys FOR EACH ROW EXECUTE FUNCTION guard_group_buy()
  TRIGGER move_stock AFTER UPDATE ON public.group_buys FOR EACH ROW WHEN ((old.set_aside <> new.set_aside)) EXECUTE FUNCTION move_stock()
  TRIGGER move_stock_in AFTER INSERT ON public.group_buys FOR EACH ROW WHEN ((new.set_aside > 0)) EXECUTE FUNCTION move_stock()
  TRIGGER watch_status AFTER INSERT OR UPDATE OF status ON public.group_buys FOR EACH ROW EXECUTE FUNCTION watch_status('group_buy')
  policy own_buys for select to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  policy own_buys_add for insert to authenticated check (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy own_buys_edit for update to authenticated using (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) check (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy published for select to public using ((status <> 'draft'::text) AND ((status <> 'cancelled'::text) OR (published_at IS NOT NULL)))
  grant select to anon
  grant insert (allow_extension, current_participants, current_quantity, end_date, id, max_participants, min_participants, payment_mode, price_tiers, product_id, status, target_quantity) to authenticated
  grant select to authenticated
  grant update (allow_extension, end_date, max_participants, min_participants, payment_mode, price_tiers, status, target_quantity) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant select to service_role
  grant update (allow_extension, closed_at, end_date, end_reason, extended_at, final_price, max_participants, min_participants, payment_due_at, payment_mode, price_tiers, settled_at, share_date, status, target_quantity) to service_role

-- public.idempotency_keys: Answers of requests that carried an idempotency key, kept for at least 72 hours.
  actor text not null  -- Who asked: a user id, or the name of a key for callers without one.
  route text not null  -- The called verb, so that one key may serve two different calls.
  key text not null
  body_hash bytea not null  -- SHA-256 of the canonical JSON of the body: the same key with another body is refused.
  status smallint
  answer jsonb
  created_at timestamp with time zone not null default now()
  constraint idempotency_keys_actor_check CHECK (((char_length(actor) >= 1) AND (char_length(actor) <= 200)))
  constraint idempotency_keys_body_hash_check CHECK ((octet_length(body_hash) = 32))
  constraint idempotency_keys_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 255)))
  constraint idempotency_keys_pkey PRIMARY KEY (actor, route, key)
  constraint idempotency_keys_route_check CHECK (((char_length(route) >= 1) AND (char_length(route) <= 200)))
  constraint idempotency_keys_status_check CHECK (((status >= 100) AND (status <= 599)))
  index idempotency_keys_created_at USING btree (created_at)
  grant delete to service_role
  grant insert to service_role
  grant select to service_role
  grant update (answer, status) to service_role

-- public.manager_regions: The states whose vendors a manager approves, suspends and watches. Assigned by coordinators.
  manager_id uuid not null
  state text not null
  assigned_by uuid
  created_at timestamp with time zone not null default now()
  constraint manager_regions_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES profiles(id)
  constraint manager_regions_manager_id_fkey FOREIGN KEY (manager_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint manager_regions_pkey PRIMARY KEY (manager_id, state)
  constraint manager_regions_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  policy region_readers for select to authenticated using ((manager_id = ( SELECT auth.uid() AS uid)) OR ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text, 'chief'::text]) AS has_role))
  policy second_step for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant select to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.market_figures
  members integer
  settled_orders integer
  average_savings_percent numeric
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as  SELECT (( SELECT count(*) AS count FROM profiles))::integer AS members, (( SELECT count(*) AS count FROM orders WHERE ((orders.status = 'completed'::text) AND (orders.group_buy_id IS NOT NULL))))::integer AS settled_orders, ( SELECT round(avg((((100)::numeric * (g.base_price - o.unit_price)) / g.base_price)), 1) AS round FROM (orders o JOIN group_buys g ON ((g.id = o.group_buy_id))) WHERE (o.status = 'completed'::text)) AS average_savings_percent;

-- public.market_opening
  opened_at timestamp with time zone
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as  SELECT COALESCE(((setting('market_opened_at'::text) #>> '{}'::text[]))::timestamp with time zone, ( SELECT min(profiles.created_at) AS min FROM profiles)) AS opened_at;

-- public.messages
  id uuid not null default gen_random_uuid()
  conversation_id uuid not null
  sender_id uuid not null default auth.uid()
  body text not null
  created_at timestamp with time zone not null default now()
  constraint messages_body_check CHECK (((char_length(TRIM(BOTH FROM body)) >= 1) AND (char_length(TRIM(BOTH FROM body)) <= 2000)))
  constraint messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE
  constraint messages_pkey PRIMARY KEY (id)
  constraint messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES profiles(id)
  index messages_of_conversation USING btree (conversation_id, created_at)
  TRIGGER announce AFTER INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION realtime.announce_change()
  TRIGGER note_message AFTER INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION note_message()
  policy members_read for select to authenticated using (conversation_id IN ( SELECT rights.my_conversation_ids() AS my_conversation_ids))
  policy members_write for insert to authenticated check ((sender_id = ( SELECT auth.uid() AS uid)) AND (conversation_id IN ( SELECT rights.my_conversation_ids() AS my_conversation_ids)))
  policy second_step for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert (body, conversation_id, id, sender_id) to authenticated
  grant select to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.my_contact_messages
  id uuid
  name text
  email text
  subject text
  message text
  status text
  answered_at timestamp with time zone
  created_at timestamp with time zone
  grant select to authenticated
  as  SELECT id, name, email, subject, message, status, answered_at, created_at FROM contact_messages m WHERE ((lower(email) = ( SELECT lower(u.email) AS lower FROM auth.users u WHERE ((u.id = ( SELECT auth.uid() AS uid)) AND (u.email_confirmed_at IS NOT NULL) AND (u.deleted_at IS NULL)))) AND (NOT ( SELECT rights.owes_second_step() AS owes_second_step)));

-- public.my_conversations
  id uuid
  subject text
  order_id uuid
  last_message_at timestamp with time zone
  with_names text
  last_body text
  last_is_own boolean
  is_unread boolean
  grant select to authenticated
  grant select to service_role
  as  SELECT c.id, c.subject, c.order_id, c.last_message_at, ( SELECT string_agg(o.display_name, ', '::text) AS string_agg FROM conversation_members o WHERE ((o.conversation_id = c.id) AND (o.profile_id <> m.profile_id))) AS with_names, l.body AS last_body, (l.sender_id = m.profile_id) AS last_is_own, (c.last_message_at > COALESCE(m.last_read_at, '-infinity'::timestamp with time zone)) AS is_unread FROM ((conversation_members m JOIN conversations c ON ((c.id = m.conversation_id))) LEFT JOIN LATERAL ( SELECT messages.body, messages.sender_id FROM messages WHERE (messages.conversation_id = c.id) ORDER BY messages.created_at DESC, messages.id LIMIT 1) l ON (true)) WHERE (m.profile_id = ( SELECT auth.uid() AS uid));

-- public.my_reviews
  id uuid
  vendor_id uuid
  order_id uuid
  rating integer
  comment text
  created_at timestamp with time zone
  grant select to authenticated
  as  SELECT id, vendor_id, order_id, rating, comment, created_at FROM reviews r WHERE ((author_id = ( SELECT auth.uid() AS uid)) AND (NOT ( SELECT rights.owes_second_step() AS owes_second_step)));

-- public.nigerian_states: The 36 states and the Federal Capital Territory: the unit in which managers are assigned.
  name text not null
  constraint nigerian_states_pkey PRIMARY KEY (name)
  policy everyone_reads for select to public using true
  grant select to anon
  grant select to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.order_lines: What is in an order. An order from a group buy has one line, which follows it (count_order).
  id uuid not null default gen_random_uuid()
  order_id uuid not null
  product_id uuid not null
  product_name text not null
  unit text not null
  image_url text
  quantity integer not null
  base_price numeric(14,2) not null  -- Naira per unit before any tier, at acceptance.
  unit_price numeric(14,2) not null
  packed_at timestamp with time zone
  constraint order_lines_base_price_check CHECK ((base_price > (0)::numeric))
  constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
  constraint order_lines_order_id_product_id_key UNIQUE (order_id, product_id)
  constraint order_lines_pkey PRIMARY KEY (id)
  constraint order_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
  constraint order_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000)))
  constraint order_lines_unit_price_check CHECK ((unit_price > (0)::numeric))
  index order_lines_product USING btree (product_id)
  TRIGGER take_stock AFTER INSERT ON public.order_lines FOR EACH ROW EXECUTE FUNCTION take_stock()
  policy lines_with_order for select to authenticated using (order_id IN ( SELECT rights.my_order_ids() AS my_order_ids))
  grant select to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.orders
  id uuid not null default gen_random_uuid()
  order_no bigint not null default nextval('order_numbers'::regclass)
  group_buy_id uuid  -- Null for an order from the cart (`bulk_orders`), whose prices stand on its lines.
  checkout_id uuid
  user_id uuid not null
  vendor_id uuid not null
  buyer_name text not null default ''::text  -- Copy of the name at acceptance, for packing lists.
  quantity integer not null  -- Units in all lines.
  unit_price numeric(14,2)
  total_amount numeric(16,2) not null
  ceiling_unit_price numeric(14,2)
  terms_version integer not null default 1  -- Of the buy, when this order was made or last added to.
  buyer_fee_bps integer not null default 250  -- Rates of its buy, or those in force when the cart was ordered: an old order is never recomputed from today's settings.
  vendor_fee_bps integer not null default 500
  referral_bps integer not null default 50
  fee_kobo bigint not null default 0
  vendor_fee_kobo bigint not null default 0
  referral_kobo bigint not null default 0
  delivery_fee_kobo bigint not null default 0
  peps_kobo bigint not null default 0
  amount_due_kobo bigint not null default 0
  returned_kobo bigint not null default 0
  fulfilment text not null default 'pickup'::text
  status text not null default 'pending'::text
  is_live boolean not null generated as (status <> ALL (ARRAY['expired'::text, 'cancelled'::text, 'refunding'::text, 'refunded'::text]))  -- Counts in its buy: pending or further, and not ended early. is_paid: live and not pending.
  is_paid boolean not null generated as (status <> ALL (ARRAY['pending'::text, 'expired'::text, 'cancelled'::text, 'refunding'::text, 'refunded'::text]))
  paid_at timestamp with time zone
  settled_at timestamp with time zone  -- When the final price of its buy was written; null for orders from the cart.
  ready_at timestamp with time zone
  handed_over_at timestamp with time zone
  completed_at timestamp with time zone
  ended_at timestamp with time zone
  end_reason text
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint final_price_is_at_most_the_ceiling CHECK (((settled_at IS NULL) OR (unit_price <= ceiling_unit_price)))
  constraint from_a_buy_or_the_cart CHECK (((num_nonnulls(group_buy_id, unit_price, ceiling_unit_price) = ANY (ARRAY[0, 3])) AND ((group_buy_id IS NOT NULL) OR (checkout_id IS NOT NULL))))
  constraint nothing_due_once_paid CHECK (((amount_due_kobo = 0) OR (status = 'pending'::text)))
  constraint orders_amount_due_kobo_check CHECK ((amount_due_kobo >= 0))
  constraint orders_buyer_fee_bps_check CHECK (((buyer_fee_bps >= 0) AND (buyer_fee_bps <= 10000)))
  constraint orders_ceiling_unit_price_check CHECK ((ceiling_unit_price > (0)::numeric))
  constraint orders_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id)
  constraint orders_delivery_fee_kobo_check CHECK ((delivery_fee_kobo >= 0))
  constraint orders_end_reason_check CHECK ((char_length(end_reason) <= 300))
  constraint orders_fee_kobo_check CHECK ((fee_kobo >= 0))
  constraint orders_fulfilment_check CHECK ((fulfilment = ANY (ARRAY['pickup'::text, 'delivery'::text, 'stockpile'::text])))
  constraint orders_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint orders_order_no_key UNIQUE (order_no)
  constraint orders_peps_kobo_check CHECK ((peps_kobo >= 0))
  constraint orders_pkey PRIMARY KEY (id)
  constraint orders_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10000000)))
  constraint orders_referral_bps_check CHECK (((referral_bps >= 0) AND (referral_bps <= 10000)))
  constraint orders_referral_kobo_check CHECK ((referral_kobo >= 0))
  constraint orders_returned_kobo_check CHECK ((returned_kobo >= 0))
  constraint orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'confirmed'::text, 'ready'::text, 'collected'::text, 'delivered'::text, 'completed'::text, 'expired'::text, 'cancelled'::text, 'refunding'::text, 'refunded'::text])))
  constraint orders_total_amount_check CHECK ((total_amount > (0)::numeric))
  constraint orders_unit_price_check CHECK ((unit_price > (0)::numeric))
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id)
  constraint orders_vendor_fee_bps_check CHECK (((vendor_fee_bps >= 0) AND (vendor_fee_bps <= 10000)))
  constraint orders_vendor_fee_kobo_check CHECK ((vendor_fee_kobo >= 0))
  constraint orders_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint settled_before_ready CHECK (
CASE
    WHEN (group_buy_id IS NULL) THEN (status <> 'confirmed'::text)
    ELSE ((settled_at IS NOT NULL) OR (status <> ALL (ARRAY['confirmed'::text, 'ready'::text, 'collected'::text, 'delivered'::text, 'completed'::text])))
END)
  constraint total_is_price_times_quantity CHECK ((total_amount = (unit_price * (quantity)::numeric)))
  UNIQUE index one_pending_order_per_person_and_buy USING btree (group_buy_id, user_id) WHERE (status = 'pending'::text)
  index orders_of_buy USING btree (group_buy_id, user_id)
  index orders_of_checkout USING btree (checkout_id) WHERE (checkout_id IS NOT NULL)
  index orders_of_person USING btree (user_id, created_at DESC)
  index orders_of_vendor USING btree (vendor_id, created_at DESC)
  index orders_paid_lately USING btree (group_buy_id, paid_at) WHERE is_paid
  TRIGGER announce AFTER INSERT OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION realtime.announce_change()
  TRIGGER count_new_order AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.group_buy_id IS NOT NULL)) EXECUTE FUNCTION count_order()
  TRIGGER count_order AFTER UPDATE OF status, quantity, unit_price ON public.orders FOR EACH ROW WHEN (((new.group_buy_id IS NOT NULL) AND (((old.status IS DISTINCT FROM new.status) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.unit_price IS DISTINCT FROM new.unit_price)))) EXECUTE FUNCTION count_order()
  TRIGGER orders_touch BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER return_stock AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.group_buy_id IS NULL) AND (old.status = ANY (ARRAY['pending'::text, 'paid'::text])) AND (NOT new.is_live))) EXECUTE FUNCTION return_stock()
  TRIGGER watch_status AFTER INSERT OR UPDATE OF status ON public.orders FOR EACH ROW EXECUTE FUNCTION watch_status('order')
  policy own_orders for select to authenticated using (user_id = ( SELECT auth.uid() AS uid))
  policy second_step for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  policy shop_orders for select to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  grant select to authenticated
  grant insert to service_role
  grant select to service_role
  grant update to service_role

-- public.overseen_buyers
  user_id uuid
  buyer_name text
  orders integer
  shops integer
  live_orders integer
  goods numeric
  last_order_at timestamp with time zone
  grant select to authenticated
  grant select to service_role
  as  SELECT user_id, (array_agg(buyer_name ORDER BY created_at DESC))[1] AS buyer_name, (count(*))::integer AS orders, (count(DISTINCT vendor_id))::integer AS shops, (count(*) FILTER (WHERE is_live))::integer AS live_orders, COALESCE(sum(total_amount) FILTER (WHERE is_live), (0)::numeric) AS goods, max(created_at) AS last_order_at FROM orders WHERE (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) GROUP BY user_id;

-- public.overseen_categories
  category text
  products integer
  orders integer
  goods numeric
  grant select to authenticated
  grant select to service_role
  as  SELECT category, (count(*))::integer AS products, (sum(orders))::integer AS orders, sum(goods) AS goods FROM overseen_products_sold GROUP BY category;

-- public.overseen_counts: subject: group_buys, orders, vendors, products, people (chief), mails (chief), contact.
  subject text
  status text
  amount integer
  grant select to authenticated
  grant select to service_role
  as  SELECT 'group_buys'::text AS subject, group_buys.status, (count(*))::integer AS amount FROM group_buys WHERE (group_buys.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) GROUP BY group_buys.status UNION ALL SELECT 'orders'::text AS subject, orders.status, (count(*))::integer AS amount FROM orders WHERE (orders.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) GROUP BY orders.status UNION ALL SELECT 'vendors'::text AS subject, vendors.status, (count(*))::integer AS amount FROM vendors WHERE (vendors.id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) GROUP BY vendors.status UNION ALL SELECT 'products'::text AS subject, CASE WHEN (products.available_quantity = 0) THEN 'sold out'::text ELSE 'on sale'::text END AS status, (count(*))::integer AS amount FROM products WHERE ((products.archived_at IS NULL) AND (products.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))) GROUP BY CASE WHEN (products.available_quantity = 0) THEN 'sold out'::text ELSE 'on sale'::text END UNION ALL SELECT 'people'::text AS subject, profiles.role AS status, (count(*))::integer AS amount FROM profiles WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) GROUP BY profiles.role UNION ALL SELECT 'mails'::text AS subject, email_logs.status, (count(*))::integer AS amount FROM email_logs GROUP BY email_logs.status UNION ALL SELECT 'contact'::text AS subject, contact_messages.status, (count(*))::integer AS amount FROM contact_messages GROUP BY contact_messages.status;

-- public.overseen_months: The shops a manager, coordinator or chief looks after, by state and month of ordering.
  state text
  month date
  orders integer
  live_orders integer
  completed_orders integer
  expired_orders integer
  goods numeric
  fees_kobo bigint
  grant select to authenticated
  grant select to service_role
  as  SELECT v.state, lagos_month(o.created_at) AS month, (count(*))::integer AS orders, (count(*) FILTER (WHERE o.is_live))::integer AS live_orders, (count(*) FILTER (WHERE (o.status = 'completed'::text)))::integer AS completed_orders, (count(*) FILTER (WHERE (o.status = 'expired'::text)))::integer AS expired_orders, COALESCE(sum(o.total_amount) FILTER (WHERE o.is_live), (0)::numeric) AS goods, (COALESCE(sum((o.fee_kobo + o.vendor_fee_kobo)) FILTER (WHERE o.is_live), (0)::numeric))::bigint AS fees_kobo FROM (orders o JOIN vendors v ON ((v.id = o.vendor_id))) WHERE ((o.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) AND (o.created_at >= first_reported_month())) GROUP BY v.state, (lagos_month(o.created_at));

-- public.overseen_products_sold: The products of the shops a manager, coordinator or chief looks after; category null when the reader no longer sees the product.
  product_id uuid
  product_name text
  unit text
  vendor_id uuid
  vendor_name text
  category text
  orders integer
  paid_orders integer
  quantity integer
  goods numeric
  grant select to authenticated
  grant select to service_role
  as  SELECT s.product_id, min(s.product_name) AS product_name, min(s.unit) AS unit, (min((s.vendor_id)::text))::uuid AS vendor_id, min(v.business_name) AS vendor_name, min(p.category) AS category, (count(*))::integer AS orders, (count(*) FILTER (WHERE s.is_paid))::integer AS paid_orders, (sum(s.quantity))::integer AS quantity, sum(s.goods) AS goods FROM ((sold_lines s LEFT JOIN vendors v ON ((v.id = s.vendor_id))) LEFT JOIN products p ON ((p.id = s.product_id))) WHERE (s.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) GROUP BY s.product_id;

-- public.own_months: What the reader bought by month: naira at the base price, and at the price of their orders.
  month date
  orders integer
  base_amount numeric
  paid_amount numeric
  grant select to authenticated
  grant select to service_role
  as  SELECT lagos_month(created_at) AS month, (count(*))::integer AS orders, sum(base_amount) AS base_amount, sum(total_amount) AS paid_amount FROM all_orders WHERE ((user_id = ( SELECT auth.uid() AS uid)) AND is_live AND (created_at >= first_reported_month())) GROUP BY (lagos_month(created_at));

-- public.products
  id uuid not null default gen_random_uuid()
  vendor_id uuid not null
  name text not null
  description text not null default ''::text
  category text not null
  base_price numeric(14,2) not null  -- Naira per unit, before any tier.
  unit text not null
  min_quantity integer not null default 1
  max_quantity integer
  available_quantity integer not null default 0  -- Units that can be bought in bulk now; publishing a group buy sets its target aside from here.
  image_url text
  vendor_location text not null
  share_date date  -- Sharing day in Lagos. Payment is due two days before.
  stockpile_allowed boolean not null default false
  archived_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint products_available_quantity_check CHECK (((available_quantity >= 0) AND (available_quantity <= 1000000)))
  constraint products_base_price_check CHECK (((base_price > (0)::numeric) AND (base_price <= (100000000)::numeric)))
  constraint products_category_check CHECK ((category = ANY (ARRAY['vegetables'::text, 'fruits'::text, 'grains'::text, 'meat'::text, 'seafood'::text, 'oil'::text])))
  constraint products_check CHECK ((max_quantity >= min_quantity))
  constraint products_check1 CHECK (((NOT stockpile_allowed) OR (category = ANY (ARRAY['grains'::text, 'oil'::text]))))
  constraint products_description_check CHECK ((char_length(description) <= 4000))
  constraint products_image_url_check CHECK ((image_url ~ '^(/[^/]|https://)'::text))
  constraint products_min_quantity_check CHECK ((min_quantity >= 1))
  constraint products_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 120)))
  constraint products_pkey PRIMARY KEY (id)
  constraint products_unit_check CHECK (((char_length(TRIM(BOTH FROM unit)) >= 1) AND (char_length(TRIM(BOTH FROM unit)) <= 40)))
  constraint products_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint share_date_is_within_reach CHECK (((share_date >= '2000-01-01'::date) AND (share_date <= '2100-01-01'::date)))
  index products_category USING btree (category, created_at DESC) WHERE (archived_at IS NULL)
  index products_location USING btree (vendor_location) WHERE (archived_at IS NULL)
  index products_name USING btree (name, id) WHERE (archived_at IS NULL)
  index products_newest USING btree (created_at DESC) WHERE (archived_at IS NULL)
  index products_price USING btree (base_price, id) WHERE (archived_at IS NULL)
  index products_search USING gin ((((name || ' '::text) || description)) gin_trgm_ops)
  index products_share_date USING btree (share_date) WHERE (archived_at IS NULL)
  index products_vendor USING btree (vendor_id, created_at DESC)
  TRIGGER archive_product BEFORE DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION archive_product()
  TRIGGER place_product BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION place_product()
  policy on_sale for select to public using ((archived_at IS NULL) AND (vendor_id IN ( SELECT rights.active_vendor_ids() AS active_vendor_ids)))
  policy own_products for select to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) OR ( SELECT rights.has_role(VARIADIC ARRAY['administrator'::text, 'supervisor'::text]) AS has_role))
  policy own_products_add for insert to authenticated check (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy own_products_edit for update to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) AND (archived_at IS NULL)) check (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy removal_is_judged_by_trigger for delete to authenticated using (archived_at IS NULL)
  grant select to anon
  grant delete to authenticated
  grant insert (available_quantity, base_price, category, description, id, image_url, max_quantity, min_quantity, name, share_date, stockpile_allowed, unit, vendor_id, vendor_location) to authenticated
  grant select to authenticated
  grant update (available_quantity, base_price, category, description, image_url, max_quantity, min_quantity, name, share_date, stockpile_allowed, unit) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.profiles: One row per person. No foreign key to auth.users: a profile outlives a deleted login, pseudonymised, because orders and the ledger name it.
  id uuid not null
  role text not null default 'customer'::text
  full_name text not null default ''::text
  points_balance numeric(14,2) not null default 0  -- PEPS (1 PEP = 1 naira): a checked copy of the ledger account, written by the ledger alone.
  referral_code text  -- Null for vendors: they cannot enrol as affiliates.
  hidden_from_boards boolean not null default false
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint profiles_full_name_check CHECK (((char_length(full_name) <= 120) AND (full_name !~ '[\x01-\x1f]'::text)))
  constraint profiles_pkey PRIMARY KEY (id)
  constraint profiles_points_balance_check CHECK ((points_balance >= (0)::numeric))
  constraint profiles_referral_code_check CHECK ((referral_code ~ '^[A-Z0-9]{6,12}$'::text))
  constraint profiles_referral_code_key UNIQUE (referral_code)
  constraint profiles_role_check CHECK ((role = ANY (ARRAY['customer'::text, 'vendor'::text, 'manager'::text, 'coordinator'::text, 'chief'::text, 'administrator'::text, 'supervisor'::text])))
  index profiles_created_at USING btree (created_at DESC)
  index profiles_points_balance USING btree (points_balance DESC)
  index profiles_role USING btree (role)
  TRIGGER profiles_touch BEFORE UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy coordinator_reads_managers for select to authenticated using ((role = 'manager'::text) AND ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text]) AS has_role))
  policy on_the_boards for select to public using (id IN ( SELECT rights.board_ids() AS board_ids))
  policy own_name for update to authenticated using (id = ( SELECT auth.uid() AS uid)) check (id = ( SELECT auth.uid() AS uid))
  policy own_row for select to authenticated using (id = ( SELECT auth.uid() AS uid))
  policy published_authors for select to public using (id IN ( SELECT rights.published_author_ids() AS published_author_ids))
  policy second_step_to_write for update to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant select (created_at, full_name, id, points_balance, role) to anon
  grant select to authenticated
  grant update (full_name, hidden_from_boards) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.referrals
  id uuid not null default gen_random_uuid()
  referrer_id uuid not null
  referred_id uuid not null
  created_at timestamp with time zone not null default now()
  settled_at timestamp with time zone  -- When the referred person's first order settled: from then on the referral is successful.
  constraint referrals_check CHECK ((referrer_id <> referred_id))
  constraint referrals_pkey PRIMARY KEY (id)
  constraint referrals_referred_id_fkey FOREIGN KEY (referred_id) REFERENCES profiles(id)
  constraint referrals_referred_id_key UNIQUE (referred_id)
  constraint referrals_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES profiles(id)
  index referrals_referrer USING btree (referrer_id, settled_at)
  policy of_people_on_the_boards for select to public using (referrer_id IN ( SELECT rights.board_ids() AS board_ids))
  policy own_referrals for select to authenticated using ((referrer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role))
  grant select (created_at, id, referrer_id, settled_at) to anon
  grant select (created_at, id, referrer_id, settled_at) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.reviews: One rating for one completed order: the vendor's rating is their mean.
  id uuid not null default gen_random_uuid()
  vendor_id uuid not null
  author_id uuid not null
  order_id uuid not null
  rating integer not null
  comment text not null default ''::text
  created_at timestamp with time zone not null default now()
  constraint reviews_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id)
  constraint reviews_comment_check CHECK ((char_length(comment) <= 1000))
  constraint reviews_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint reviews_order_id_key UNIQUE (order_id)
  constraint reviews_pkey PRIMARY KEY (id)
  constraint reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
  constraint reviews_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  index reviews_vendor USING btree (vendor_id, created_at DESC)
  policy reviews_of_active_shops for select to public using (vendor_id IN ( SELECT rights.active_vendor_ids() AS active_vendor_ids))
  grant select (comment, created_at, id, rating, vendor_id) to anon
  grant select (comment, created_at, id, rating, vendor_id) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.settings: The value in force is the newest whose effective_from has passed. Changes of the reward programme take effect 30 days after the notice at the earliest.
  key text not null
  value jsonb not null
  effective_from timestamp with time zone not null default now()
  note text not null default ''::text
  created_by uuid
  created_at timestamp with time zone not null default now()
  constraint settings_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id)
  constraint settings_key_check CHECK ((key ~ '^[a-z][a-z0-9_]{2,60}$'::text))
  constraint settings_note_check CHECK ((char_length(note) <= 300))
  constraint settings_pkey PRIMARY KEY (key, effective_from)
  TRIGGER guard_setting BEFORE INSERT ON public.settings FOR EACH ROW EXECUTE FUNCTION guard_setting()
  TRIGGER log_setting AFTER INSERT ON public.settings FOR EACH ROW EXECUTE FUNCTION log_setting()
  policy chief_adds for insert to authenticated check ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text, 'coordinator'::text]) AS has_role)
  grant insert (effective_from, key, note, value) to authenticated
  grant select to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.share_date_choices: Filter choices of Browse Deals.
  share_date date
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as  SELECT DISTINCT p.share_date FROM (products p JOIN vendors v ON ((v.id = p.vendor_id))) WHERE ((p.archived_at IS NULL) AND (v.status = 'active'::text) AND (p.share_date >= ((now() AT TIME ZONE 'Africa/Lagos'::text))::date));

-- public.shop_buyers
  user_id uuid
  buyer_name text
  orders integer
  live_orders integer
  goods numeric
  last_order_at timestamp with time zone
  grant select to authenticated
  grant select to service_role
  as  SELECT user_id, (array_agg(buyer_name ORDER BY created_at DESC))[1] AS buyer_name, (count(*))::integer AS orders, (count(*) FILTER (WHERE is_live))::integer AS live_orders, COALESCE(sum(total_amount) FILTER (WHERE is_live), (0)::numeric) AS goods, max(created_at) AS last_order_at FROM orders WHERE (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) GROUP BY user_id;

-- public.shop_months: The reader's own shop by month of ordering; goods in naira, of live orders.
  month date
  orders integer
  live_orders integer
  completed_orders integer
  goods numeric
  vendor_fee_kobo bigint
  grant select to authenticated
  grant select to service_role
  as  SELECT lagos_month(created_at) AS month, (count(*))::integer AS orders, (count(*) FILTER (WHERE is_live))::integer AS live_orders, (count(*) FILTER (WHERE (status = 'completed'::text)))::integer AS completed_orders, COALESCE(sum(total_amount) FILTER (WHERE is_live), (0)::numeric) AS goods, (COALESCE(sum(vendor_fee_kobo) FILTER (WHERE is_live), (0)::numeric))::bigint AS vendor_fee_kobo FROM orders WHERE ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) AND (created_at >= first_reported_month())) GROUP BY (lagos_month(created_at));

-- public.shop_products_sold: The reader's own shop by product.
  product_id uuid
  product_name text
  unit text
  orders integer
  paid_orders integer
  quantity integer
  goods numeric
  grant select to authenticated
  grant select to service_role
  as  SELECT product_id, min(product_name) AS product_name, min(unit) AS unit, (count(*))::integer AS orders, (count(*) FILTER (WHERE is_paid))::integer AS paid_orders, (sum(quantity))::integer AS quantity, sum(goods) AS goods FROM sold_lines WHERE (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) GROUP BY product_id;

-- public.sold_lines: One row for each product of each live order the reader may see, of this month and the eleven before it; goods in naira.
  vendor_id uuid
  product_id uuid
  product_name text
  unit text
  quantity integer
  goods numeric
  is_paid boolean
  grant select to authenticated
  grant select to service_role
  as  SELECT o.vendor_id, l.product_id, l.product_name, l.unit, l.quantity, (l.unit_price * (l.quantity)::numeric) AS goods, o.is_paid FROM (orders o JOIN order_lines l ON ((l.order_id = o.id))) WHERE (o.is_live AND (o.created_at >= first_reported_month()));

-- public.status_changes: Append-only history of every move.
  id bigint not null
  subject text not null
  subject_id uuid not null
  from_status text  -- Null for how the row began.
  to_status text not null
  cause text not null
  actor_id uuid  -- Null when the clock or a payment event moved it.
  reason text
  at timestamp with time zone not null default clock_timestamp()
  constraint status_changes_pkey PRIMARY KEY (id)
  index status_changes_subject USING btree (subject_id, at)
  policy history_with_subject for select to authenticated using (((subject = 'order'::text) AND (EXISTS ( SELECT
   FROM orders o
  WHERE (o.id = status_changes.subject_id)))) OR ((subject = 'group_buy'::text) AND (EXISTS ( SELECT
   FROM group_buys g
  WHERE (g.id = status_changes.subject_id)))) OR ((subject = 'vendor'::text) AND (EXISTS ( SELECT
   FROM vendors v
  WHERE ((v.id = status_changes.subject_id) AND (v.owner_id = ( SELECT auth.uid() AS uid)))))) OR ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text, 'coordinator'::text]) AS has_role))
  grant select to authenticated
  grant insert to service_role
  grant select to service_role

-- public.top_buyers
  rank integer
  id uuid
  display_name text
  completed_orders integer
  joined_at timestamp with time zone
  successful_referrals integer
  in_top_percent boolean
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as  SELECT (row_number() OVER (ORDER BY completed_orders DESC, id))::integer AS rank, id, display_name, completed_orders, joined_at, successful_referrals, in_top_percent FROM board_facts WHERE (completed_orders > 0) ORDER BY ((row_number() OVER (ORDER BY completed_orders DESC, id))::integer) LIMIT 10;

-- public.top_referrers: Leaderboard: ten affiliates by points (specification, section 7), names shortened, balances not shown, opt-out honoured.
  rank integer
  id uuid
  display_name text
  referrals integer
  successful_referrals integer
  joined_at timestamp with time zone
  in_top_percent boolean
  completed_orders integer
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as  SELECT (row_number() OVER (ORDER BY points_balance DESC, successful_referrals DESC, id))::integer AS rank, id, display_name, referrals, successful_referrals, joined_at, in_top_percent, completed_orders FROM board_facts WHERE is_referrer ORDER BY ((row_number() OVER (ORDER BY points_balance DESC, successful_referrals DESC, id))::integer) LIMIT 10;

-- public.user_directory
  id uuid
  email text
  phone text
  full_name text
  role text
  created_at timestamp with time zone
  last_sign_in_at timestamp with time zone
  confirmed boolean
  grant select to authenticated
  grant select to service_role
  as  SELECT p.id, u.email, u.phone, p.full_name, p.role, p.created_at, u.last_sign_in_at, ((u.email_confirmed_at IS NOT NULL) OR (u.phone_confirmed_at IS NOT NULL)) AS confirmed FROM (profiles p LEFT JOIN auth.users u ON ((u.id = p.id))) WHERE ((u.deleted_at IS NULL) AND (( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) OR ((p.role = 'manager'::text) AND ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text]) AS has_role))));

-- public.vendor_choices: Filter choices of Browse Deals, Group Buys and Vendor Shops.
  id uuid
  business_name text
  location text
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as  SELECT id, business_name, location FROM vendors v WHERE (status = 'active'::text);

-- public.vendor_details: What only the vendor and the staff of the region see, and who decided on the shop.
  vendor_id uuid not null
  phone text
  address text
  registration_number text
  decided_by uuid
  decided_at timestamp with time zone
  decision_note text
  constraint vendor_details_address_check CHECK ((char_length(address) <= 300))
  constraint vendor_details_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id)
  constraint vendor_details_decision_note_check CHECK ((char_length(decision_note) <= 500))
  constraint vendor_details_phone_check CHECK ((phone ~ '^\+?[0-9 ]{7,20}$'::text))
  constraint vendor_details_pkey PRIMARY KEY (vendor_id)
  constraint vendor_details_registration_number_check CHECK ((char_length(registration_number) <= 40))
  constraint vendor_details_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  policy own_details for select to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  policy own_details_edit for update to authenticated using (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) check (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  grant select to authenticated
  grant update (address, phone, registration_number) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.vendor_metrics: Computed from orders and reviews by a job, never written by people.
  vendor_id uuid not null
  total_orders integer not null default 0
  completed_orders integer not null default 0
  total_revenue numeric(16,2) not null default 0  -- Naira of goods in completed orders.
  rating numeric(3,2)
  rating_count integer not null default 0
  average_delivery_time numeric(8,1)  -- Hours from ready to hand-over, mean of completed orders.
  on_time_rate numeric(5,2)
  updated_at timestamp with time zone not null default now()
  constraint vendor_metrics_on_time_rate_check CHECK (((on_time_rate >= (0)::numeric) AND (on_time_rate <= (100)::numeric)))
  constraint vendor_metrics_pkey PRIMARY KEY (vendor_id)
  constraint vendor_metrics_rating_check CHECK (((rating >= (1)::numeric) AND (rating <= (5)::numeric)))
  constraint vendor_metrics_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  index vendor_metrics_orders USING btree (completed_orders DESC)
  index vendor_metrics_rating USING btree (rating DESC NULLS LAST)
  index vendor_metrics_revenue USING btree (total_revenue DESC)
  index vendor_metrics_speed USING btree (average_delivery_time)
  policy own_metrics for select to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  policy shown_with_shop for select to public using (vendor_id IN ( SELECT rights.active_vendor_ids() AS active_vendor_ids))
  grant select to anon
  grant select to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role

-- public.vendors: A shop. Everything here is public once the shop is active; what is private stands in vendor_details.
  id uuid not null default gen_random_uuid()
  owner_id uuid not null
  business_name text not null
  description text not null default ''::text
  location text not null  -- City or market town, as people say it.
  state text not null
  logo_url text
  status text not null default 'pending'::text
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint vendors_business_name_check CHECK (((char_length(TRIM(BOTH FROM business_name)) >= 2) AND (char_length(TRIM(BOTH FROM business_name)) <= 80)))
  constraint vendors_description_check CHECK ((char_length(description) <= 2000))
  constraint vendors_location_check CHECK (((char_length(location) >= 2) AND (char_length(location) <= 60)))
  constraint vendors_logo_url_check CHECK ((logo_url ~ '^(/[^/]|https://)'::text))
  constraint vendors_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES profiles(id)
  constraint vendors_owner_id_key UNIQUE (owner_id)
  constraint vendors_pkey PRIMARY KEY (id)
  constraint vendors_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint vendors_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'suspended'::text, 'rejected'::text])))
  index vendors_active USING btree (created_at DESC) WHERE (status = 'active'::text)
  index vendors_search USING gin ((((business_name || ' '::text) || description)) gin_trgm_ops)
  index vendors_state USING btree (state, status)
  TRIGGER open_vendor_metrics AFTER INSERT ON public.vendors FOR EACH ROW EXECUTE FUNCTION open_vendor_metrics()
  TRIGGER vendors_moved AFTER UPDATE OF location ON public.vendors FOR EACH ROW EXECUTE FUNCTION move_products_with_vendor()
  TRIGGER vendors_touch BEFORE UPDATE ON public.vendors FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER watch_status AFTER INSERT OR UPDATE OF status ON public.vendors FOR EACH ROW EXECUTE FUNCTION watch_status('vendor')
  policy active_shops for select to public using (status = 'active'::text)
  policy overseen_shops for select to authenticated using (id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
  policy own_shop for select to authenticated using (owner_id = ( SELECT auth.uid() AS uid))
  policy own_shop_edit for update to authenticated using (id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) check (id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  grant select to anon
  grant select to authenticated
  grant update (business_name, description, location, logo_url) to authenticated
  grant delete to service_role
  grant insert to service_role
  grant references to service_role
  grant select to service_role
  grant trigger to service_role
  grant truncate to service_role
  grant update to service_role
