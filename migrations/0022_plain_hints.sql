-- Plainer hints, in clubs that still have the old ones.
UPDATE quiz_questions SET help = 'We won’t seat you at a restaurant with higher prices than you choose.'
  WHERE id = 15 AND help = 'We seat you where dinner costs no more than that.';
--> statement-breakpoint
UPDATE quiz_questions SET help = 'Choose all that apply.' WHERE help = 'Choose as many as you like.';
