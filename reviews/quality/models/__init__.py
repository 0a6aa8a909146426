"""Tables of the quality of models."""

from reviews.quality.models.grading_run import GradingCandidate, GradingRun
from reviews.quality.models.judge_test import JudgeTest
from reviews.quality.models.quality_observation import QualityObservation
from reviews.quality.models.routed_prompt import RoutedPrompt
from reviews.quality.models.routed_prompt_set import RoutedPromptSet
from reviews.quality.models.routing_policy import RoutingPolicy
