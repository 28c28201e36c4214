-- Templates of mails: the specification's texts stay beside the edited ones, and a mail without what it is for is refused.
alter table public.email_templates add column default_subject text;
alter table public.email_templates add column default_content text;
alter table public.email_templates add column required text[] not null default '{}';
comment on column public.email_templates.default_subject is 'The text that the product brings; null for templates that an operator added.';
comment on column public.email_templates.required is 'Placeholders without which the mail says nothing: without its reference an answer cannot be found again.';

update public.email_templates set required = '{base_url}', default_subject = 'Welcome to Ajoja, {{full_name}}',
  default_content = E'Good day {{full_name}},\n\nYour account is open. When more people join a group buy, the price falls for everyone in it.\n\nThree ways to start:\n{{#steps}}\n- {{text}}: {{base_url}}{{path}}\n{{/steps}}\n\nYour referral code is {{referral_code}}. You earn {{referral_reward}} of what the people you bring buy, in PEPS.\n\nThe Ajoja team\n{{base_url}}'
where type = 'welcome';
update public.email_templates set required = '{reference}', default_subject = 'We received your message',
  default_content = E'Good day,\n\nWe received a message with this address through our contact form and will answer within one working day (Monday to Friday, 9am to 5pm).\n\nReference: {{reference}}\n\nIf you did not write to us, you need not do anything.\n\n{{base_url}}'
where type = 'contact-received';
