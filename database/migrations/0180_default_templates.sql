-- The templates the product itself sends by; the chief may change their words.
insert into public.email_templates (type, subject, content) values
('welcome', 'Welcome to Ajoja, {{full_name}}',
 E'Good day {{full_name}},\n\nYour account is open. When more people join a group buy, the price falls for everyone in it.\n\nThree ways to start:\n{{#steps}}\n- {{text}}: {{base_url}}{{path}}\n{{/steps}}\n\nYour referral code is {{referral_code}}. You earn 0.5% of what the people you bring buy, in PEPS.\n\nThe Ajoja team\n{{base_url}}'),
('contact-received', 'We received your message: {{subject}}',
 E'Good day {{full_name}},\n\nWe received your message and will answer within one working day (Monday to Friday, 9am to 5pm).\n\nYour words:\n{{message}}\n\n{{base_url}}');
