"""Tables of costs: totals of days that are over."""

from reviews.costs.models.daily_total import DailyTotal, DailyTotalMark
